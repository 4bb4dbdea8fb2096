// The service worker: the lesson and visited replays work without the server. Games need it.
// `vite.config.ts` fills in the files of this build; a new build makes a new worker.
const FILES = ["/","/early.js","/favicon.svg","/manifest.webmanifest","/assets/Belief-3EgxKSxi.js","/assets/Belief-DIt4qfu2.css","/assets/Counters-BuKkz26q.css","/assets/Counters-D4IPgqiq.js","/assets/Dialog-Cm9yDckf.css","/assets/Dialog-G5ZK3Y4i.js","/assets/DiscardGrid-C9uEacTn.js","/assets/DiscardGrid-CNVI_vC7.css","/assets/HeatMap-CE1FxHtL.js","/assets/HeatMap-CRoIn4Gl.css","/assets/Learn-DTZG40Cm.js","/assets/Learn-DTl-0LGZ.css","/assets/ListPage-BQgGKJXt.js","/assets/ListPage-CycWGR7d.css","/assets/Map-BCBtJT5h.js","/assets/Map-DiWcmCLv.css","/assets/MoreOptions-1ZP4fQp7.css","/assets/MoreOptions-DZlKbc-a.js","/assets/PartnerGuide-BGi2ZDE3.js","/assets/PartnerGuide-mjGfSAb-.css","/assets/Play-BOXgtMrn.css","/assets/Play-Dp5t651Y.js","/assets/Progress-BVT-pnTX.css","/assets/Progress-D601an29.js","/assets/Puzzles-DwpBv3qR.css","/assets/Puzzles-ggquSJGb.js","/assets/Replay-BnINfSYj.css","/assets/Replay-CUbBl5Hl.js","/assets/ReplayBoard-B1Vmf_rZ.js","/assets/ReplayBoard-vkCdjmRZ.css","/assets/Story-BT5611h7.js","/assets/Story-Dxzm4RTh.css","/assets/SuitShape-BCD-j_SK.js","/assets/SuitShape-CWp_6a61.css","/assets/belief.svelte-De5SRjcu.js","/assets/explore-DmYG3w5-.js","/assets/german-CBO27jw6.js","/assets/i18n.svelte-K95wemBA.js","/assets/index-5Nti1mVH.js","/assets/index-DtfPksgr.css","/assets/inter-latin-wght-normal-Dx4kXJAl.woff2","/assets/keys-Bg9O4L5W.css","/assets/keys-iwAp7xp3.js","/assets/live-DVvLsMmB.css","/assets/live.svelte-lBmaWoml.js","/assets/moves-jsxQHMFN.js","/assets/ramp-dVIWrtFL.js","/assets/styles.de-Bg6xRn2r.js","/assets/words.svelte-DgQrspQB.js"];
const SHELL = "tamaya-30c14e821d29";
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
