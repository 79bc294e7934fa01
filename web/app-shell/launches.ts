// What the system opens with the installed app: files, links and shortcuts. The manifest asks for them to be given to the window
// that is open, because a navigation could interrupt unsaved work or a recording.
import { openAddress } from '../platform/open-address.ts'

interface LaunchParams {
  readonly targetURL?: string
  readonly files?: readonly FileSystemFileHandle[]
}

declare global {
  interface Window {
    launchQueue?: { setConsumer: (consumer: (params: LaunchParams) => void) => void }
  }
}

let opened: readonly File[] = []

/** Files that the system opened with the app, once. */
export function takeOpenedFiles(): readonly File[] {
  const files = opened
  opened = []
  return files
}

/** Called when files arrive while the page that asks for their folder is shown already. */
let notify: (() => void) | null = null

export function onFilesOpened(listener: () => void): () => void {
  notify = listener
  return () => {
    if (notify === listener) notify = null
  }
}

/** The path that a launch wants; null for another origin. */
export function launchPath(targetUrl: string, origin: string): string | null {
  const url = URL.parse(targetUrl)
  return url?.origin === origin ? url.pathname + url.search + url.hash : null
}

/** Takes launches from the start of the page on. */
export function watchLaunches(): void {
  // The launch that has opened this window is reported, too; its page is already shown.
  let own = performance.getEntriesByType('navigation')[0]?.name
  window.launchQueue?.setConsumer(({ targetURL = '', files = [] }) => {
    const take = async () => {
      const isOwn = targetURL === own
      own = undefined
      if (files.length > 0) {
        opened = await Promise.all(files.map((handle) => handle.getFile()))
        if (notify) return notify()
      }
      const path = isOwn ? null : launchPath(targetURL, globalThis.location.origin)
      if (path !== null) await openAddress(path)
    }
    void take().catch(() => undefined)
  })
}
