// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-BLHgulwE.js","/assets/Belief-C5su44ko.css","/assets/Counters-1In4suot.js","/assets/Counters-BuKkz26q.css","/assets/Dialog-BKw5jY-3.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-Bl9qk5Ho.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-34gSPKYQ.js","/assets/Learn-CTmlBpD_.css","/assets/ListPage-BNI4rYI0.js","/assets/ListPage-CycWGR7d.css","/assets/Map-1As5QW66.js","/assets/Map-CLYrkf_m.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-2rhENGvA.js","/assets/PartnerGuide-CGk2tLMl.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BCZiob5g.js","/assets/Play-BOXgtMrn.css","/assets/Progress-DvfTIwHM.js","/assets/Progress-ZQpue6iR.css","/assets/Puzzles-Cdi-dDET.js","/assets/Puzzles-DauaWX9a.css","/assets/Replay-C7dTVpcH.js","/assets/Replay-_wuPy_Bk.css","/assets/ReplayBoard-BPnaXtuG.css","/assets/ReplayBoard-Db36D_rG.js","/assets/Story-CMWTPQfk.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-BVb83CJL.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-BZ_9GAjP.js","/assets/explore-Ii-cHfDv.js","/assets/german-vJuAjwKb.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-CKTnPJdk.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-DLKV9b1Q.css","/assets/keys-cstgUEBU.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-kS42zMXN.js","/assets/moves-St69LmuA.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-D4DVFq4w.js","/assets/words.svelte-DJBKEYeZ.js"];
const SHELL = "tamaya-395e15644582";
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
