// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-D-DvNISW.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-JldEQ-Zc.css","/assets/Counters-e1HPdUrn.js","/assets/Dialog-6BuSPtHQ.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-BNAkNHMM.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CRoIn4Gl.css","/assets/HeatMap-CSzBgaEh.js","/assets/Learn-D5Bbcp5k.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-BZKqQk9M.js","/assets/ListPage-CycWGR7d.css","/assets/Map-BqNW9-dd.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-CdOaw7SY.js","/assets/PartnerGuide-CEpO9zxK.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-CTScgUwG.js","/assets/Progress-BC6f5olq.js","/assets/Progress-BVT-pnTX.css","/assets/Puzzles-BeJzBaAu.css","/assets/Puzzles-CwzAAf4a.js","/assets/Replay-BwhN0hS3.css","/assets/Replay-CoQm1wPi.js","/assets/ReplayBoard-DpjxufjJ.css","/assets/ReplayBoard-YoJSRmue.js","/assets/Story-9qRnXBhW.css","/assets/Story-C3zQxkw8.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-R595FbkD.js","/assets/belief.svelte-OAsrdSUV.js","/assets/explore-i47jmMEl.js","/assets/german-DYat9uFk.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-BWQJ0OSY.js","/assets/index-Dap7VoYa.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BNbD9_cZ.css","/assets/keys-BiyAlyl6.js","/assets/live-D9aFljvE.css","/assets/live.svelte-TOGbVWnU.js","/assets/moves-Dc_5yZ_1.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-D0C-GzsO.js"];
const SHELL = "tamaya-e147a1ec1a85";
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
