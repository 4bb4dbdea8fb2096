// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-65TpgeLc.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-C7DorKRQ.js","/assets/Counters-DKPg3sKV.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-PZyt_jRY.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-H33yuKq8.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-BO779OsI.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-Cr1w5p73.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DI1jktrx.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-vQk8hb7y.js","/assets/PartnerGuide-BA7YQoyy.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-82-gtOjM.js","/assets/Play-BOXgtMrn.css","/assets/Progress-BAabVNlk.js","/assets/Progress-Bx82wpuV.css","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-DziXhFtQ.js","/assets/Replay-BwhN0hS3.css","/assets/Replay-Bzdcyfbd.js","/assets/ReplayBoard-CSl5nyhs.css","/assets/ReplayBoard-D51lHIBT.js","/assets/Story-9qRnXBhW.css","/assets/Story-BJUDaX0s.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-D6MenSDq.js","/assets/belief.svelte-BMuYRR_D.js","/assets/explore-BsvinznR.js","/assets/failure-DrRiePlg.js","/assets/german-DusykZ1A.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Cwg3rZ4J.css","/assets/index-DINiT_4L.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BbGeq6GN.js","/assets/keys-YOGyudcD.css","/assets/live-CMtckf7n.css","/assets/live.svelte-DaMXYdws.js","/assets/moves-DefvmHQY.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-CwwSS9Vn.js"];
const SHELL = "tamaya-f5f641676cf0";
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
