// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-DPsF_jX3.js","/assets/Counters-B2iFNivN.js","/assets/Counters-JldEQ-Zc.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-vCjWe-0w.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CnFvnd6M.js","/assets/HeatMap-CRoIn4Gl.css","/assets/HeatMap-DlExpyk6.js","/assets/Learn-DTl-0LGZ.css","/assets/Learn-OwNjObfB.js","/assets/ListPage-BGOa5ykf.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DJjiI6ad.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-4f6-M7pP.js","/assets/PartnerGuide-CMWk_zP7.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-T2HC3Oe9.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-DqCnV486.js","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-C8awsoT7.js","/assets/Replay-BZHuWJBk.js","/assets/Replay-BwhN0hS3.css","/assets/ReplayBoard-BL1FUrxW.js","/assets/ReplayBoard-DpjxufjJ.css","/assets/Story-9qRnXBhW.css","/assets/Story-BrdXEb4q.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-Cwf4hd8t.js","/assets/belief.svelte-xmCGpLft.js","/assets/explore-DhKVbPgh.js","/assets/failure-BAvvyAVL.js","/assets/german-CijtAwiJ.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Bim94zwx.js","/assets/index-Dap7VoYa.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BNbD9_cZ.css","/assets/keys-DpcVoNvC.js","/assets/live-D9aFljvE.css","/assets/live.svelte-CdlmSzrh.js","/assets/moves-BrKe0_kk.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-DoyizjyC.js"];
const SHELL = "tamaya-064d3f3a6077";
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
