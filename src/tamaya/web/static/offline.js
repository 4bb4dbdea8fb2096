// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-EkczbwCz.js","/assets/Counters-BuKkz26q.css","/assets/Counters-PUu-HNPC.js","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-DXTWwkZS.js","/assets/DiscardGrid-By_EhGk8.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-DTl-0LGZ.css","/assets/Learn-nmeWL_E6.js","/assets/ListPage-C6y93snU.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DFua5Umn.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DotVDxsM.js","/assets/PartnerGuide-BGN6E5K0.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-CkOcM60m.js","/assets/Progress-BNNrRsgu.js","/assets/Progress-BVT-pnTX.css","/assets/Puzzles-CclV5Qn1.js","/assets/Puzzles-DwpBv3qR.css","/assets/Replay-BnINfSYj.css","/assets/Replay-GhVtLfg9.js","/assets/ReplayBoard-64e8ZJCP.js","/assets/ReplayBoard-vkCdjmRZ.css","/assets/Story-Dxzm4RTh.css","/assets/Story-GRZaAK2a.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-nZq8qO40.js","/assets/belief.svelte-Djsz4OFM.js","/assets/explore-DLXwPR8c.js","/assets/german-Cbueh1Kl.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-CrJjczrf.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-DJCyh4Ez.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-jr9fM94G.js","/assets/moves-CvPV8wBG.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-hXl23gq4.js","/assets/words.svelte-JMWHS2W5.js"];
const SHELL = "tamaya-40bfc23c0674";
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
