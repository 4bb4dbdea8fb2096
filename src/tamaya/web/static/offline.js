// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-C9HOQEHs.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-BLjiTyZL.js","/assets/Counters-JldEQ-Zc.css","/assets/Dialog-BKR4N7tx.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-5dwtQi8h.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-CpIv9YDZ.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-CRxKj8JB.js","/assets/ListPage-CycWGR7d.css","/assets/Map-BJesp2Od.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-1lfGjoeV.js","/assets/PartnerGuide-BJZpIY7r.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-DN2wyfbe.js","/assets/Progress-ALZU02Zu.js","/assets/Progress-BVT-pnTX.css","/assets/Puzzles-CPVkRRNv.js","/assets/Puzzles-DwpBv3qR.css","/assets/Replay-B9uac4wC.css","/assets/Replay-Cy_-y9wA.js","/assets/ReplayBoard--DbNpqxQ.css","/assets/ReplayBoard-Ht-YNRGv.js","/assets/Story-DLUbj27Y.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-Dyr8qiYN.js","/assets/belief.svelte-BKB0c7Kr.js","/assets/explore-D5ra58Tj.js","/assets/german-D-EmxRDY.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-DvSKAObn.css","/assets/index-mMUXmcIM.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-fSM3G1sA.js","/assets/live-BaXY7oSi.css","/assets/live.svelte-C9ZrCAUA.js","/assets/moves-CzK398LF.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-CcdR4B6f.js"];
const SHELL = "tamaya-793d439dbd75";
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
