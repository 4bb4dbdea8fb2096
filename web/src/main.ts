import { mount } from "svelte";
import App from "./App.svelte";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

settings.apply();
router.start();
mount(App, { target: document.getElementById("app")! });
