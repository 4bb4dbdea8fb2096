// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DGPtgKLv.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-JldEQ-Zc.css","/assets/Counters-e8A_xiPH.js","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-qdu_FmaG.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-jL1jBedV.js","/assets/HeatMap-CRoIn4Gl.css","/assets/HeatMap-CSzBgaEh.js","/assets/Learn-CyE-7YrX.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-B3vFgkYG.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DRmmaY06.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-E23CE0f-.js","/assets/PartnerGuide-CEI94rsv.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-Cmtqwnh0.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-Dic_IJih.js","/assets/Puzzles-BeJzBaAu.css","/assets/Puzzles-C5_ayuuW.js","/assets/Replay-BwhN0hS3.css","/assets/Replay-DeplJTa2.js","/assets/ReplayBoard-B_ofuEGK.js","/assets/ReplayBoard-DpjxufjJ.css","/assets/Story-9qRnXBhW.css","/assets/Story-DfGu2WZC.js","/assets/SuitShape-BXxAkuQU.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-B-XHuht0.js","/assets/explore-Bi4X3YeV.js","/assets/german-P4FRK00Y.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Dap7VoYa.css","/assets/index-znLK96XW.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BNbD9_cZ.css","/assets/keys-BcrWqYtI.js","/assets/live-D9aFljvE.css","/assets/live.svelte-C1m9yS-Z.js","/assets/moves-DGdL5Qim.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-3IcQTnq3.js"];
const SHELL = "tamaya-666a754b101c";
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
