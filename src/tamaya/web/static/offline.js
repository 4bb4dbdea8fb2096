// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-B3gVHEVt.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-DKPg3sKV.css","/assets/Counters-DPMdvxPO.js","/assets/Dialog-BlpkEuCy.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-aXir8SDm.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-DTl-0LGZ.css","/assets/Learn-MyKn52s6.js","/assets/ListPage-2fUuZXXq.js","/assets/ListPage-CycWGR7d.css","/assets/Map-D44x9-1f.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DLJ4Rnyr.js","/assets/PartnerGuide-DikViDEm.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-DdS_m5pk.js","/assets/Progress-Bx82wpuV.css","/assets/Progress-MXeKnWbd.js","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-CgxsbJdO.js","/assets/Replay-BwhN0hS3.css","/assets/Replay-DriRni4L.js","/assets/ReplayBoard-B26wN2tR.js","/assets/ReplayBoard-CSl5nyhs.css","/assets/Story-9qRnXBhW.css","/assets/Story-Cys2_zp7.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-DwZeTHjB.js","/assets/belief.svelte-Dvm-45rs.js","/assets/explore-DvLFRPVg.js","/assets/failure-BUEv9Ptk.js","/assets/german-pGsdIoJf.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Cwg3rZ4J.css","/assets/index-DY0Fzcfe.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BJSwTyKY.js","/assets/keys-YOGyudcD.css","/assets/live-CMtckf7n.css","/assets/live.svelte-BQuGrZm0.js","/assets/moves-Cq3d_WJM.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-c3lM5bdX.js"];
const SHELL = "tamaya-8ffbdc401488";
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
