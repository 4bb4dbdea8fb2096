// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C1I1_rjo.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-BFb1Uj4D.js","/assets/Counters-BuKkz26q.css","/assets/Dialog-CRk5r38o.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-C8V1Pqo4.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-DKz06kYm.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-CycWGR7d.css","/assets/ListPage-DoxvGQId.js","/assets/Map-DQp1AEej.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-BBFHKaTN.js","/assets/PartnerGuide-ByZ__8Gk.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-CCeCwTlr.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-CD3-Hdqg.js","/assets/Puzzles-BigN-mw-.js","/assets/Puzzles-DwpBv3qR.css","/assets/Replay-BnINfSYj.css","/assets/Replay-CspvNW0u.js","/assets/ReplayBoard-CGM--Xat.js","/assets/ReplayBoard-vkCdjmRZ.css","/assets/Story-DJAZ9EUk.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-2jqXcou3.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-CBlzODqk.js","/assets/explore-CeAuAxfF.js","/assets/german-DVyjxi52.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-BHi_j6k0.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-BsPmBiUJ.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-BnQf3K6o.js","/assets/moves-CTg1fXtK.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-CBgrVDOt.js","/assets/words.svelte-phr8M15i.js"];
const SHELL = "tamaya-2d4e03fca585";
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
