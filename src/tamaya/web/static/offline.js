// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C5AbxYaC.js","/assets/Belief-C5su44ko.css","/assets/Counters-DcCGlOnp.js","/assets/Counters-kgy1q0uQ.css","/assets/Dialog-CftBE0pz.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-DU3L6G6p.js","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-CFG-mXVg.js","/assets/Learn-CTmlBpD_.css","/assets/ListPage-CycWGR7d.css","/assets/ListPage-P-i2I-wy.js","/assets/Map-Bgx_zzRi.js","/assets/Map-CLYrkf_m.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-FmSRos-c.js","/assets/PartnerGuide-DqZuvLJN.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-CtFcAtvs.js","/assets/Progress-CTbqYi9r.js","/assets/Progress-ZQpue6iR.css","/assets/Puzzles-DauaWX9a.css","/assets/Puzzles-R4DKQ4QL.js","/assets/Replay-CMVxXJks.js","/assets/Replay-_wuPy_Bk.css","/assets/ReplayBoard-B1IBigrh.js","/assets/ReplayBoard-BPnaXtuG.css","/assets/Story-CRoDqkPS.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-De2mJOk7.js","/assets/belief.svelte-BRBSJIkd.js","/assets/explore-BitN-H4T.js","/assets/german-BvNYWmnR.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-CMWhC13q.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-DLKV9b1Q.css","/assets/keys-SnliJ8x0.js","/assets/live-BVvzgrUY.css","/assets/live.svelte-DxEFOjHJ.js","/assets/moves-Df-eW3uc.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-D4DVFq4w.js","/assets/words.svelte-Crh9faVP.js"];
const SHELL = "tamaya-a383d073ccdb";
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
