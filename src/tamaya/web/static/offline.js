// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-DiyjTFI5.js","/assets/Counters-BuKkz26q.css","/assets/Counters-CbDrhUFW.js","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-Dh7Xga0s.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-DmeOxAg8.js","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-D4IkHuuN.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-BgS9Q24T.js","/assets/ListPage-CycWGR7d.css","/assets/Map-Bz8ZSj4v.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DyDaL0Va.js","/assets/PartnerGuide-fOi0_36D.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-B7HVMJUi.js","/assets/Play-BOXgtMrn.css","/assets/Progress-BJ63TaZK.js","/assets/Progress-BVT-pnTX.css","/assets/Puzzles-5M4WeLqL.js","/assets/Puzzles-DwpBv3qR.css","/assets/Replay-Bb8CdYoI.js","/assets/Replay-BnINfSYj.css","/assets/ReplayBoard-DJjZu8-X.js","/assets/ReplayBoard-vkCdjmRZ.css","/assets/Story-CmwYvGPK.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-DY2zIV1D.js","/assets/belief.svelte-Da5WataH.js","/assets/explore-D4xQRwSv.js","/assets/german-wCIfy_ZT.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-D0NTG-XJ.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-DvEx-F3Z.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-CBLqrbGd.js","/assets/moves-aQ8yUqFJ.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-hXl23gq4.js","/assets/words.svelte-CbXTK3t_.js"];
const SHELL = "tamaya-4570b660c60f";
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
