// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-DrkAMK-Z.js","/assets/Counters-BQ7EWK6R.js","/assets/Counters-DKPg3sKV.css","/assets/Dialog-6mWMGdPh.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CUCwt1mv.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-C7u0lE0f.js","/assets/Learn-DTl-0LGZ.css","/assets/Learn-_c0iTIk9.js","/assets/ListPage-CycWGR7d.css","/assets/ListPage-NATIXr_o.js","/assets/Map-CqctXMv4.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-BdBuDr0y.js","/assets/PartnerGuide-Cs64W_Eb.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-DivzIJ7z.js","/assets/Progress-Bx82wpuV.css","/assets/Progress-CNd5I5I_.js","/assets/Puzzles-B-wtU-GW.js","/assets/Puzzles-BbxTf0I1.css","/assets/Replay-BwhN0hS3.css","/assets/Replay-CaZn9Mjl.js","/assets/ReplayBoard-BzRzIbZA.css","/assets/ReplayBoard-mr-zQfkH.js","/assets/Story-9qRnXBhW.css","/assets/Story-wA3ibMhd.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-DsKqaJJ8.js","/assets/belief.svelte-CQuIm_yW.js","/assets/explore-c1Zwp1Eq.js","/assets/failure-BbSns6UB.js","/assets/german-Dalc-PSk.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-2ZduutTX.js","/assets/index-Cwg3rZ4J.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BDm1957F.js","/assets/keys-CWVDR-Wq.css","/assets/live-CMtckf7n.css","/assets/live.svelte-Dt5b5yrL.js","/assets/moves-CDCoxjni.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-CvBFd48v.js"];
const SHELL = "tamaya-e68248bad656";
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
