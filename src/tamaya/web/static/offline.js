// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-DXuSaNsJ.js","/assets/Counters-JldEQ-Zc.css","/assets/Counters-eqwAI-y2.js","/assets/Dialog-BCgHoCJP.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-C4bQeqQM.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-BCr-USp6.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-5FJFxbcd.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DKzQJW7P.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-C4vQRlmS.js","/assets/PartnerGuide-CLRQLn1z.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-C_W814By.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-D9DSf3f5.js","/assets/Puzzles-CEhht4Gg.js","/assets/Puzzles-DwpBv3qR.css","/assets/Replay-B9uac4wC.css","/assets/Replay-Dr2xH_kD.js","/assets/ReplayBoard--DbNpqxQ.css","/assets/ReplayBoard-D66J21JB.js","/assets/Story-Dxzm4RTh.css","/assets/Story-vpo9Fgcv.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-DMeSqC7A.js","/assets/belief.svelte-CngsOy_L.js","/assets/explore-C87IL4wR.js","/assets/german-CKQEMmrF.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-CZrTvMut.js","/assets/index-DvSKAObn.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-DR4fvKMn.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-DGPQMG3E.js","/assets/moves-DckS4TOv.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-DhDtGMak.js"];
const SHELL = "tamaya-a6f833b7969a";
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
