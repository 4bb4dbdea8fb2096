// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C9O741pN.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-BQ0hSpB5.js","/assets/Counters-DKPg3sKV.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-DikRhhLF.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CssQtP4h.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-DTl-0LGZ.css","/assets/Learn-E3t49ZC1.js","/assets/ListPage-CycWGR7d.css","/assets/ListPage-DJvYbqfa.js","/assets/Map-BUt1YsEj.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-C4bjDPoe.js","/assets/PartnerGuide-hHgouMB_.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-Dfol2YAw.js","/assets/Progress-Bx82wpuV.css","/assets/Progress-DjCxeNxu.js","/assets/Puzzles-BJJ4oXIe.js","/assets/Puzzles-BbxTf0I1.css","/assets/Replay-BwhN0hS3.css","/assets/Replay-DQQc5MsN.js","/assets/ReplayBoard-02AsK2kj.js","/assets/ReplayBoard-BzRzIbZA.css","/assets/Story-9qRnXBhW.css","/assets/Story-DucXl0Tg.js","/assets/SuitShape-BKpDlCvW.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-CX1JVW5N.js","/assets/explore-BQb5QAou.js","/assets/failure-tCZPFlWZ.js","/assets/german-By-GgcJ3.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-BPEvaFYf.js","/assets/index-Cwg3rZ4J.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-B-bxx2mQ.js","/assets/keys-BUT_ega5.css","/assets/live-CMtckf7n.css","/assets/live.svelte-l94cKcsB.js","/assets/moves-BWzb0rgW.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-dBCer5Xv.js"];
const SHELL = "tamaya-a8c6ed032ebc";
const DATA = "tamaya-data";
/** Answers that are kept for later: replays, what was asked about them, and the list of agents. */
const KEPT = /^\/api\/(replays\/[^/]+(\/(trace|beliefs))?|agents)$/;
const MOST = 200;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL && name !== DATA).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/study")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(caches.match(request).then((hit) => hit ?? fetch(request)));
  else if (KEPT.test(url.pathname)) event.respondWith(kept(request));
});

async function kept(request) {
  const cache = await caches.open(DATA);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(request, answer.clone());
      const keys = await cache.keys();
      if (keys.length > MOST) await cache.delete(keys[0]);
    }
    return answer;
  } catch (error) {
    const hit = await cache.match(request);
    if (hit) return hit;
    throw error;
  }
}
