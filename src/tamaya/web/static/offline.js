// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-BBK65AN5.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-DERVbLQG.js","/assets/Counters-DKPg3sKV.css","/assets/Dialog-B-0nCoWa.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CrdFDQim.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-C7u0lE0f.js","/assets/Learn-Bcx5gMKe.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-Bbg1TGx0.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DV00Z2Sn.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-D0Svnsi-.js","/assets/PartnerGuide-BiNq3hpN.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BBHOA1Cu.js","/assets/Play-BOXgtMrn.css","/assets/Progress-BN4wLhAP.js","/assets/Progress-Bx82wpuV.css","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-CCOpC1jj.js","/assets/Replay-BXMFGdat.js","/assets/Replay-BwhN0hS3.css","/assets/ReplayBoard-BzRzIbZA.css","/assets/ReplayBoard-DCkjGLk2.js","/assets/Story-2rnPTCm-.js","/assets/Story-9qRnXBhW.css","/assets/SuitShape-5aCKKr8U.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-B08bGwRQ.js","/assets/explore-C75O82nd.js","/assets/failure-CBa9wER_.js","/assets/german-hTeuGeC6.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Cwg3rZ4J.css","/assets/index-DVaWGs_I.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-CWVDR-Wq.css","/assets/keys-CYE_UECl.js","/assets/live-CMtckf7n.css","/assets/live.svelte-D4Us-VhX.js","/assets/moves-BMLejXZh.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-C3NjGSTC.js"];
const SHELL = "tamaya-1a356ac093c6";
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
