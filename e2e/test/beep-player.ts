import { fileURLToPath } from 'node:url'
import { bundle, openBrowser } from '@kaiwa/editor/test/browser.ts'

export interface BeepPlayer {
  /** Plays a recording with the product's player; returns the start times of its beeps in seconds. */
  hear: (media: string, videoId: string, duration: number) => Promise<number[]>
  close: () => Promise<void>
}

/** Opens a browser on a page of the server's origin (`base`), from which it may fetch media. Recordings play in parallel. */
export async function openBeepPlayer(base: string): Promise<BeepPlayer> {
  const entry = fileURLToPath(new URL('beep-page.ts', import.meta.url))
  const [{ script }, browser] = await Promise.all([
    bundle(entry),
    openBrowser('--autoplay-policy=no-user-gesture-required'),
  ])
  const page = await (await browser.newContext({ bypassCSP: true })).newPage()
  await page.goto(`${base}/healthz`)
  await page.addScriptTag({ content: script })
  return {
    hear: (media, videoId, duration) =>
      page.evaluate(([url, id, seconds]) => window.hearBeeps(url, id, seconds), [
        new URL(media).pathname,
        videoId,
        duration,
      ] as const),
    close: () => browser.close(),
  }
}
