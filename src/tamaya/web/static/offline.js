// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-UY4JFxGw.js","/assets/Counters-BZLXlfTO.js","/assets/Counters-JldEQ-Zc.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-CnxksYKM.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CuTwejWU.js","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-C7vBtjYu.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-BPU9hHa6.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DiWcmCLv.css","/assets/Map-DkbFJC3J.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-CAXOi6HO.js","/assets/PartnerGuide-BrChj2v1.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-pCBEgDNF.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-C7ZgyUow.js","/assets/Puzzles-Bwjt6CYK.js","/assets/Puzzles-DwpBv3qR.css","/assets/Replay-B9uac4wC.css","/assets/Replay-Cj3hJkur.js","/assets/ReplayBoard--DbNpqxQ.css","/assets/ReplayBoard-DaElk5w_.js","/assets/Story-Bzs5y-QA.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-cYekzjAn.js","/assets/belief.svelte-Cg5OTeH2.js","/assets/explore-B-2qtvFG.js","/assets/german-KP2hXBvJ.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-D0e71h6Y.js","/assets/index-DvSKAObn.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-DwDA7Zik.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-B0FQd2Z_.js","/assets/moves-Brsmzpib.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-Bmdd_snm.js"];
const SHELL = "tamaya-d911b85c741e";
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
