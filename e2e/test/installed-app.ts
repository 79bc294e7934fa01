// Shared by the tests of the installed app.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url))

/**
 * The page gets the display mode of the installed app's window from its next document on. The headless shell has no such window,
 * and its emulation of media features leaves this one out.
 */
export async function actAsInstalledApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = globalThis.matchMedia.bind(globalThis)
    globalThis.matchMedia = (query) => original(query.includes('display-mode: standalone') ? 'all' : query)
  })
}

/** Waits until the service worker has stored the build and controls the page. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 60_000 })
}

/** A copy of the built web app that can be replaced by another version. */
export async function copyBuild() {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-web-'))
  await cp(dist, folder, { recursive: true })
  const { version } = JSON.parse(await readFile(join(folder, 'version.json'), 'utf8')) as { version: string }
  return {
    folder,
    version,
    /** Turns it into a build with another version, which lacks the chunks with these names. The server must be stopped. */
    release: async (next: string, ...lost: string[]) => {
      for (const name of ['index.html', 'version.json', 'service-worker.js']) {
        const file = join(folder, name)
        await writeFile(file, (await readFile(file, 'utf8')).replaceAll(version, next))
        await Promise.all(['.br', '.gz'].map((ending) => rm(file + ending, { force: true })))
      }
      const files = await readdir(join(folder, 'assets'))
      const gone = files.filter((file) => lost.some((name) => file.startsWith(`${name}-`)))
      if (gone.length < lost.length) throw new Error(`Not all of ${lost.join(', ')} are chunks of the build`)
      await Promise.all(gone.map((file) => rm(join(folder, 'assets', file))))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
