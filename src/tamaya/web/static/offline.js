// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-BfXrXQMM.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-BuKkz26q.css","/assets/Counters-DsZr46y3.js","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-DeA_GNoq.js","/assets/DiscardGrid-BW56gSo0.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-DTl-0LGZ.css","/assets/Learn-DYl_ub3L.js","/assets/ListPage-BQPdoRof.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DiWcmCLv.css","/assets/Map-DiawlIqG.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-Dnge5iDy.js","/assets/PartnerGuide-CkTg7ZYw.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-Xb23DNf8.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-zUH7f-w-.js","/assets/Puzzles-BQ4yZlRg.js","/assets/Puzzles-DwpBv3qR.css","/assets/Replay-B-XN12ct.js","/assets/Replay-BnINfSYj.css","/assets/ReplayBoard-uvocCImJ.js","/assets/ReplayBoard-vkCdjmRZ.css","/assets/Story-Dxzm4RTh.css","/assets/Story-FHx8ycR0.js","/assets/SuitShape-C9kLlE7v.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-CbaV3qUX.js","/assets/explore-Bf-ytBqR.js","/assets/german-XjUNw_5Z.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-B8saiAWk.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-yHrPgRVv.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-DU9AD3pM.js","/assets/moves-WWhFs-8a.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-D4DVFq4w.js","/assets/words.svelte-DAvzemkH.js"];
const SHELL = "tamaya-6c0afe70e38d";
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
