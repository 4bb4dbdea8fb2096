// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-d7HPB_LG.js","/assets/Counters-DKPg3sKV.css","/assets/Counters-DeC7fRg7.js","/assets/Dialog-Be9kxvUm.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-HAPLLo1h.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-DTl-0LGZ.css","/assets/Learn-aPpk8Xxh.js","/assets/ListPage-CycWGR7d.css","/assets/ListPage-DSj8Tt6D.js","/assets/Map-DiWcmCLv.css","/assets/Map-uX3wKmf4.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DTbPT8Xj.js","/assets/PartnerGuide-CIXvGrks.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-DKHFYE7I.js","/assets/Progress-Bx82wpuV.css","/assets/Progress-CrQZ6jjJ.js","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-lFQ6wtvf.js","/assets/Replay-BwhN0hS3.css","/assets/Replay-D4kIV1gQ.js","/assets/ReplayBoard-BzRzIbZA.css","/assets/ReplayBoard-DXWivV9y.js","/assets/Story-9qRnXBhW.css","/assets/Story-Cz928Xjg.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-CqPNIDbW.js","/assets/belief.svelte-CGyL66yx.js","/assets/explore-BlRGz5tR.js","/assets/failure-BBuhGT6h.js","/assets/german-CBzVQX9J.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Cwg3rZ4J.css","/assets/index-Dfc0d_CI.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BUT_ega5.css","/assets/keys-CMSXlk89.js","/assets/live-CMtckf7n.css","/assets/live.svelte-gHYzKPdD.js","/assets/moves-DnbDyk2N.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-BMo9C4eD.js"];
const SHELL = "tamaya-fd2a4e386fd7";
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
