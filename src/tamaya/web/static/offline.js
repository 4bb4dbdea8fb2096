// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C5su44ko.css","/assets/Belief-ahL_PTSE.js","/assets/Counters-Dr1n2G2a.js","/assets/Counters-kgy1q0uQ.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-cgPsksAF.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CsU5wSvv.js","/assets/HeatMap--iooSjdM.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-CTmlBpD_.css","/assets/Learn-DASta4t3.js","/assets/ListPage-CycWGR7d.css","/assets/ListPage-PvfXclLr.js","/assets/Map-CMZrcHE0.css","/assets/Map-CamaQkll.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-Dt21lsWz.js","/assets/PartnerGuide-DSrwu0Jm.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-DtDLZ9l-.js","/assets/Progress-CfPdYCce.js","/assets/Progress-ZQpue6iR.css","/assets/Puzzles-D9oYzwqF.js","/assets/Puzzles-DauaWX9a.css","/assets/Replay-BfeKDW2J.js","/assets/Replay-_wuPy_Bk.css","/assets/ReplayBoard-BPnaXtuG.css","/assets/ReplayBoard-p1dhEzbD.js","/assets/Story-C6kQt2lT.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-CuB4pEyz.js","/assets/belief.svelte-YGM_Ekhs.js","/assets/explore-t3x9eVN1.js","/assets/german-ChXrHkXv.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-BWN2tYZj.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-DLKV9b1Q.css","/assets/keys-fXtE_D1Z.js","/assets/live-BVvzgrUY.css","/assets/live.svelte-Dd2kjsXd.js","/assets/moves-CbAk50-d.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-D4DVFq4w.js","/assets/words.svelte-CIdO-ffQ.js"];
const SHELL = "tamaya-62ea47264689";
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
