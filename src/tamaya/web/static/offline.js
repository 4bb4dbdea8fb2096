// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C5su44ko.css","/assets/Belief-CZMmDRgK.js","/assets/Counters-BuKkz26q.css","/assets/Counters-C2EUhORW.js","/assets/Dialog-Cgp0gAod.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-jFb2LjMJ.js","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-CTmlBpD_.css","/assets/Learn-Pw2br9Kg.js","/assets/ListPage-CUw517pq.js","/assets/ListPage-CycWGR7d.css","/assets/Map-BPXMQlSW.js","/assets/Map-CLYrkf_m.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-ixUAASX4.js","/assets/PartnerGuide-B_2nuH64.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-ylNEQli8.js","/assets/Progress-BM7tg8Ig.js","/assets/Progress-ZQpue6iR.css","/assets/Puzzles-DauaWX9a.css","/assets/Puzzles-DuiYD0Qe.js","/assets/Replay-D8_8dn5C.js","/assets/Replay-_wuPy_Bk.css","/assets/ReplayBoard-BPnaXtuG.css","/assets/ReplayBoard-CPU2t95B.js","/assets/Story-B57FkwV_.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-BeCRWLR2.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-CgmKJtmb.js","/assets/explore-C6uKFucJ.js","/assets/german-DxZOPfN2.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-DtfPksgr.css","/assets/index-NIB8jcRe.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-DKvvDjtv.js","/assets/keys-DLKV9b1Q.css","/assets/live-DVvLsMmB.css","/assets/live.svelte-0eJFLWX-.js","/assets/moves-7rAzMXI1.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-D4DVFq4w.js","/assets/words.svelte-BbKJ3Oyz.js"];
const SHELL = "tamaya-bd3a40a9a0da";
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
