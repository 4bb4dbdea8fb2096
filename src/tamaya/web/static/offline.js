// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-RZgfJxZn.js","/assets/Counters-JldEQ-Zc.css","/assets/Counters-xLign244.js","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-flFRBwst.js","/assets/DiscardGrid-CAivS20N.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CRoIn4Gl.css","/assets/HeatMap-CSzBgaEh.js","/assets/Learn-DK8kOLy6.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-CycWGR7d.css","/assets/ListPage-tee_dY_O.js","/assets/Map-DiWcmCLv.css","/assets/Map-iWcUiWp9.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DgkJ2nXB.js","/assets/PartnerGuide-DFhred9B.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-B3-L87qL.js","/assets/Play-BOXgtMrn.css","/assets/Progress-BVT-pnTX.css","/assets/Progress-DkPFuhHX.js","/assets/Puzzles-BeJzBaAu.css","/assets/Puzzles-DYBiSuvh.js","/assets/Replay-BwhN0hS3.css","/assets/Replay-C5x-PWU9.js","/assets/ReplayBoard-BEGTCaWL.js","/assets/ReplayBoard-DpjxufjJ.css","/assets/Story-9qRnXBhW.css","/assets/Story-D8FYUsQv.js","/assets/SuitShape-CCuK2WnI.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-CHjZqIkF.js","/assets/explore--Rt50_vY.js","/assets/german-CuxiNd9B.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Ctp6GX9G.js","/assets/index-Dap7VoYa.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BNbD9_cZ.css","/assets/keys-CuG5bhGO.js","/assets/live-CJYbZXjf.css","/assets/live.svelte-BJwZsLI8.js","/assets/moves-BeRyJF8b.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-CdX161H8.js"];
const SHELL = "tamaya-cd35f95778d1";
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
