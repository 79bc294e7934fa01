// Registers the service worker where the browser has one: over https, or on this machine.
import { isInstalledApp } from '../platform/installed-app.ts'
import { pageVersion } from '../platform/program-version.ts'

const WORKER = '/service-worker.js'

/** A worker asks which version a window shows, before it deletes the files of other versions. */
function answerVersion({ data, ports }: MessageEvent<unknown>): void {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'version')
    ports[0]?.postMessage(pageVersion())
}

/** The person asked the browser to save data. A tab then fetches no build in advance; the app needs it. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  const isOn = typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData
  return isOn === true && !isInstalledApp()
}

/** Resolves when the worker is registered, which stores the files of the build afterwards; false without one. */
export async function registerWorker(): Promise<boolean> {
  // In development there is no build.
  if (!('serviceWorker' in navigator) || pageVersion() === '') return false
  navigator.serviceWorker.addEventListener('message', answerVersion)
  navigator.serviceWorker.startMessages()
  if (savesData()) return false
  try {
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
    return true
  } catch {
    // Storage is forbidden, or the server is being replaced: the next page tries again.
    return false
  }
}
