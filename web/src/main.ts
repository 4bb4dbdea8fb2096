import { mount } from "svelte";
import App from "./App.svelte";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

settings.apply();
router.start();
mount(App, { target: document.getElementById("app")! });

// Participants of a study keep nothing of it in their browser.
if (import.meta.env.PROD && "serviceWorker" in navigator && router.route.page !== "study") {
  addEventListener("load", () => void navigator.serviceWorker.register("/offline.js").catch(() => {}));
}
