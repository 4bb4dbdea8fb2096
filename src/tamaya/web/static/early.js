// Runs before the first paint and before the code of the pages arrives.
// A chosen theme never flashes the other one:
try {
  const theme = localStorage.getItem("tamaya.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
// The lobby finds the list of agents on its way (`agents` in src/lib/api.ts):
if (location.pathname === "/") {
  globalThis.earlyAgents = fetch("/api/agents", { credentials: "same-origin" });
  globalThis.earlyAgents.catch(() => {});
}
