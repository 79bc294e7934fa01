// The companion app is this web app, installed by the browser: it has its own window, without the browser's controls.
// Everything is feature-detected, because only some browsers install apps or report that they can.
import { useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'

/** Display modes of the manifest in which the app has its own window. */
const OWN_WINDOW = '(display-mode: standalone), (display-mode: window-controls-overlay)'

/** True in the window of the installed app, false in a tab of a browser. */
export function isInstalledApp(): boolean {
  const isOnHomeScreen = 'standalone' in navigator && navigator.standalone === true
  return isOnHomeScreen || globalThis.matchMedia(OWN_WINDOW).matches
}

/** The scheme for which the manifest registers the installed app. */
export const APP_SCHEME = 'web+kaiwa:'

/** The link that opens the installed app at a path of our own: `/projects/1` → `web+kaiwa://projects/1`. */
export function appLink(path: string): string {
  return `${APP_SCHEME}/${path}`
}

/** Whether this browser may open links of the app. Others show an error page for a scheme that they do not know. */
export function canOpenApp(): boolean {
  return 'onbeforeinstallprompt' in globalThis || 'launchQueue' in globalThis
}

interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer to install the app. It works once. Null: already installed, refused, or not supported. */
let offer: InstallPrompt | null = null
const { subscribe, notify } = makeListeners()

function setOffer(next: InstallPrompt | null): void {
  offer = next
  notify()
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event
}

/** Keeps the browser's offer. Call before the page has loaded: browsers make it once, soon afterwards. */
export function watchInstallOffer(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    if (isInstallPrompt(event)) setOffer(event)
  })
  globalThis.addEventListener('appinstalled', () => setOffer(null))
}

/** True while the browser offers to install the app; the app is then not installed in this browser. */
export function canInstall(): boolean {
  return offer !== null
}

/** Asks the person to install the app; needs a click. */
export async function installApp(): Promise<'accepted' | 'dismissed' | 'unavailable'> {
  const prompt = offer
  if (!prompt) return 'unavailable'
  setOffer(null)
  const { outcome } = await prompt.prompt()
  return outcome
}

export function useCanInstall(): boolean {
  return useSyncExternalStore(subscribe, canInstall)
}
