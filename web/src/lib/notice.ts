// Tells the player that it is their turn while they look at something else: a notification of the
// browser, if they allowed it.
import { settings } from "./settings.svelte";

const can = (): boolean => typeof Notification !== "undefined";

/** Whether this browser can show notifications at all. */
export const canNotify = (): boolean => can() && Notification.permission !== "denied";

/** Asks for permission, and stores what the player wants. */
export async function wantNotices(wanted: boolean): Promise<void> {
  settings.notices = wanted && can() && (await Notification.requestPermission()) === "granted";
}

/** Shows a notification if the page is hidden and the player wants to know. */
export function notify(text: string): void {
  if (!settings.notices || !can() || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const notice = new Notification("Tamaya", { body: text, tag: "turn", icon: "/icon-192.png" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Phones show notifications only through a service worker; the title of the page still tells it.
  }
}
