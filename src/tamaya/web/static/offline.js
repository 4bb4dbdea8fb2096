// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-fKkdbnz-.js","/assets/Counters-9WuFVJ5X.js","/assets/Counters-DKPg3sKV.css","/assets/Dialog-CkYxlR0N.js","/assets/Dialog-Cm9yDckf.css","/assets/DiscardGrid-CKAdq_1H.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-DTl-0LGZ.css","/assets/Learn-NMNV2uW9.js","/assets/ListPage-CWeDoodb.js","/assets/ListPage-CycWGR7d.css","/assets/Map-CaPAR2hz.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-Boj5JF9Y.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/PartnerGuide-p1lLyk6V.js","/assets/Play-BOXgtMrn.css","/assets/Play-DHBkctnj.js","/assets/Progress-Bx82wpuV.css","/assets/Progress-euDR_Tml.js","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-bBhw8L9r.js","/assets/Replay-BLY1z1-0.js","/assets/Replay-BwhN0hS3.css","/assets/ReplayBoard-BzRzIbZA.css","/assets/ReplayBoard-CiWjVkD0.js","/assets/Story-9qRnXBhW.css","/assets/Story-BnFqVfe5.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-TAdYF5b8.js","/assets/belief.svelte-DFWyrJdM.js","/assets/explore-X0ZVYoGf.js","/assets/failure-B3ue_a3r.js","/assets/german-C1ibsAR1.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-B7H7Ld3E.js","/assets/index-Cwg3rZ4J.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-CWVDR-Wq.css","/assets/keys-Dvgln3xC.js","/assets/live-CMtckf7n.css","/assets/live.svelte-BBDFhFf3.js","/assets/moves-JelcuVAJ.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-BW1XKeAF.js"];
const SHELL = "tamaya-68cd60c87ad9";
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
