// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-BnKHPEAy.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-BieFFSwd.js","/assets/Counters-JldEQ-Zc.css","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-DKn3SQ6n.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/DiscardGrid-CcYnDWOr.js","/assets/HeatMap-CRoIn4Gl.css","/assets/HeatMap-DlExpyk6.js","/assets/Learn-C29GExau.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-CycWGR7d.css","/assets/ListPage-DNkgbdRT.js","/assets/Map-Bicci5_n.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-CQVzDjUY.js","/assets/PartnerGuide-D-Ij7u38.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BL_LpWeY.js","/assets/Play-BOXgtMrn.css","/assets/Progress-BVT-pnTX.css","/assets/Progress-D8T65Rua.js","/assets/Puzzles-BbxTf0I1.css","/assets/Puzzles-CLM9_m4-.js","/assets/Replay-BizQ2MSu.js","/assets/Replay-BwhN0hS3.css","/assets/ReplayBoard-DpjxufjJ.css","/assets/ReplayBoard-jqo8REqt.js","/assets/Story-9qRnXBhW.css","/assets/Story-C4LniU_S.js","/assets/SuitShape-C96wzuJz.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-BVIOzFJ3.js","/assets/explore-Cl87szF-.js","/assets/failure-DFKRkmPy.js","/assets/german-guOTJXSM.js","/assets/i18n.svelte-DugFNyLK.js","/assets/index-Dap7VoYa.css","/assets/index-DrfRw2CB.js","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-BNbD9_cZ.css","/assets/keys-BYvgDqkJ.js","/assets/live-DJKfk2MY.css","/assets/live.svelte-CzREHSq0.js","/assets/moves-C20qOtye.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-D7s_k0KY.js"];
const SHELL = "tamaya-72a46fc0127c";
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
