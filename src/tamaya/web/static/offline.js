// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C5su44ko.css","/assets/Belief-CWwtHwv3.js","/assets/Counters-D81qfniH.js","/assets/Counters-kgy1q0uQ.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-DGW7EQQu.js","/assets/DiscardGrid-C9d_iKNh.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CRoIn4Gl.css","/assets/HeatMap-I4QEwdCp.js","/assets/Learn-CTmlBpD_.css","/assets/Learn-v4Z-q85w.js","/assets/ListPage-CKKy6Wcx.js","/assets/ListPage-CycWGR7d.css","/assets/Map-CMZrcHE0.css","/assets/Map-DUAzb7nz.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-CgrqBd-M.js","/assets/PartnerGuide-CZDiuLts.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-CAsCdk4U.js","/assets/Progress-C2cC6c7n.js","/assets/Progress-ZQpue6iR.css","/assets/Puzzles-403NSl3q.js","/assets/Puzzles-DauaWX9a.css","/assets/Replay-BndFLADz.js","/assets/Replay-_wuPy_Bk.css","/assets/ReplayBoard-BPnaXtuG.css","/assets/ReplayBoard-C7Y1Uk7t.js","/assets/Story-DmPiHjTg.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-C7Gk7_0K.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-DNI2tjws.js","/assets/explore-MOOFQipo.js","/assets/german-Dh-08fd9.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-DtfPksgr.css","/assets/index-jVf_SZVw.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-DLKV9b1Q.css","/assets/keys-DuDvcknE.js","/assets/live-BVvzgrUY.css","/assets/live.svelte-BoreBCcc.js","/assets/moves-DclGQm62.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-D4DVFq4w.js","/assets/words.svelte-DKGPNlQE.js"];
const SHELL = "tamaya-14eb095a30de";
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
