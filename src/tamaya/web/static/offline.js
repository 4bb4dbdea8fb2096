// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C5su44ko.css","/assets/Belief-EZnTv6t4.js","/assets/Counters-BuKkz26q.css","/assets/Counters-D2nUSYoc.js","/assets/Dialog-BRtAslUM.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-AKqILFGq.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-BreNWlI9.js","/assets/Learn-CTmlBpD_.css","/assets/ListPage-BHUAmW0Z.js","/assets/ListPage-CycWGR7d.css","/assets/Map-BYKqY6lY.js","/assets/Map-CLYrkf_m.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-C6CKi69Q.js","/assets/PartnerGuide-DFCys5WZ.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-xGPmiXdM.js","/assets/Progress-CykXHAuK.js","/assets/Progress-ZQpue6iR.css","/assets/Puzzles-CEF9X1Ye.js","/assets/Puzzles-DauaWX9a.css","/assets/Replay-Cih1vUdz.js","/assets/Replay-_wuPy_Bk.css","/assets/ReplayBoard-BPnaXtuG.css","/assets/ReplayBoard-D6P8b3yH.js","/assets/Story-DfKaasLc.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-BcszVVxt.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-DQLHZuUi.js","/assets/explore-Ck1BTI0F.js","/assets/german-D8v2smhJ.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-CA8A7_Ll.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-D0S_F_sL.js","/assets/keys-DLKV9b1Q.css","/assets/live-DVvLsMmB.css","/assets/live.svelte-BOdiDZI6.js","/assets/moves-CQOXcDwM.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-D4DVFq4w.js","/assets/words.svelte-ip-WBshr.js"];
const SHELL = "tamaya-617139826191";
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
