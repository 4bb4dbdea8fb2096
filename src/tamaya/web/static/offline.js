// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-DwKvrOgE.js","/assets/Counters-BJLUn3g9.js","/assets/Counters-DKPg3sKV.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-CxS4-b4w.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CvTccsIa.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-B-eHeWMX.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-BFlj7kjB.js","/assets/ListPage-CycWGR7d.css","/assets/Map-DiWcmCLv.css","/assets/Map-DtrChb8D.js","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DH-ePOAj.js","/assets/PartnerGuide-D7V0pWF2.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-8v9DG6JY.js","/assets/Play-BOXgtMrn.css","/assets/Progress-Bx82wpuV.css","/assets/Progress-D5j6ca1K.js","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-D8Qsn0fX.js","/assets/Replay-BwhN0hS3.css","/assets/Replay-DxC6IBJD.js","/assets/ReplayBoard-CSl5nyhs.css","/assets/ReplayBoard-Dsgu0b2l.js","/assets/Story-9qRnXBhW.css","/assets/Story-B8S8NFoe.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-DTr_Qjrn.js","/assets/belief.svelte-vJRU9B3G.js","/assets/explore-BEw4fMC5.js","/assets/failure-CzRspawu.js","/assets/german-rm2KsY4q.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-B3UG1tSz.js","/assets/index-Cwg3rZ4J.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BmHN1ycu.js","/assets/keys-YOGyudcD.css","/assets/live-CMtckf7n.css","/assets/live.svelte-DcrAhKSJ.js","/assets/moves-CknXU-Gr.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-CaFaqXbM.js"];
const SHELL = "tamaya-15f5b75e5da2";
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
