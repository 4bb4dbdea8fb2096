// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-DIt4qfu2.css","/assets/Belief-qC25WuWR.js","/assets/Counters-DkuiY4od.js","/assets/Counters-JldEQ-Zc.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-Ddj4gJ9m.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CfhlFZ98.js","/assets/HeatMap-BfATe_pn.css","/assets/HeatMap-CorApce6.js","/assets/Learn-D0dndzlV.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-Btevqdgb.js","/assets/ListPage-CycWGR7d.css","/assets/Map-BdtTvdX6.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DwBHyqdK.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/PartnerGuide-q7FvkpYo.js","/assets/Play-BOXgtMrn.css","/assets/Play-fDhtdm-p.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-_N-Ojnk6.js","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-CROrYDKC.js","/assets/Replay-Bf3tSB4b.js","/assets/Replay-BwhN0hS3.css","/assets/ReplayBoard-5Qlgk9n3.js","/assets/ReplayBoard-DpjxufjJ.css","/assets/Story-9qRnXBhW.css","/assets/Story-BTIONdU9.js","/assets/SuitShape-CWp_6a61.css","/assets/SuitShape-Cnmt9hZ9.js","/assets/belief.svelte-Bmrg-ipw.js","/assets/explore-CCMUaF5L.js","/assets/failure-CVuam0Ao.js","/assets/german-Qoo6TwFf.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-BlP3V2AK.js","/assets/index-Dap7VoYa.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-0JpZWjns.js","/assets/keys-BNbD9_cZ.css","/assets/live-CMtckf7n.css","/assets/live.svelte-BYtcl_oi.js","/assets/moves-wiMpbxDS.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-tcoCv5a-.js"];
const SHELL = "tamaya-280dadc346bf";
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
