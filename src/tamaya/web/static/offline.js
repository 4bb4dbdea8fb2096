// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-vKeAvO7Y.js","/assets/Counters-Ce3hCKon.js","/assets/Counters-JldEQ-Zc.css","/assets/Dialog-0Wgur9qd.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-Bkl7HuKa.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-DTl-0LGZ.css","/assets/Learn-Mz9rkDIO.js","/assets/ListPage-CycWGR7d.css","/assets/ListPage-l2_IbzAC.js","/assets/Map-DiWcmCLv.css","/assets/Map-ZE63Cldx.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DScAWi06.js","/assets/PartnerGuide-Brv-nkY-.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-IoSr4nmt.js","/assets/Progress-Bx82wpuV.css","/assets/Progress-XxFijC7X.js","/assets/Puzzles-BPtrDliU.js","/assets/Puzzles-BbxTf0I1.css","/assets/Replay-BAK09J6J.js","/assets/Replay-BwhN0hS3.css","/assets/ReplayBoard-AKqwKkBY.js","/assets/ReplayBoard-DpjxufjJ.css","/assets/Story-9qRnXBhW.css","/assets/Story-DOaEsaC1.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-Dt4QPlA0.js","/assets/belief.svelte-CrwgMPQs.js","/assets/explore-CmQVJPqJ.js","/assets/failure-DsfFNAQe.js","/assets/german-BWuvbj9r.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-CfhBW9rE.js","/assets/index-Dap7VoYa.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BNbD9_cZ.css","/assets/keys-CSKoORAe.js","/assets/live-CMtckf7n.css","/assets/live.svelte-DnELKo3V.js","/assets/moves-DgPyICMA.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-C1Jc9EGK.js"];
const SHELL = "tamaya-9b5e4e1fee30";
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
