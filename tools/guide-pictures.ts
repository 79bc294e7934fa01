// `node tools/guide-pictures.ts`: takes the pictures of the user guide from the product, with the sample workspace in a
// separate program and the system's Chromium, in both languages. `-- tags` takes only that picture.
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../packages/editor/test/browser.ts'
import { buildWeb } from './build-web.ts'
import { seedWorkspace } from './guide/seed-workspace.ts'
import type { SeededWorkspace } from './guide/seed-workspace.ts'
import { SHOTS } from './guide/shots.ts'
import type { Shot } from './guide/shots.ts'
import { startSample } from './guide/start-sample.ts'

const OUT = fileURLToPath(new URL('../web/guide/pictures/', import.meta.url))
/** Device pixels per CSS pixel. */
const SCALE = 1.25
/** Maximum size of a picture. */
const MAX_BYTES = 60_000
/** A long timeout for busy machines. */
const TIMEOUT_MS = 900_000

async function openPage(
  browser: Browser,
  place: SeededWorkspace,
  locale: 'ja' | 'en',
  { width = 1080, height = 680, isStranger }: Shot,
) {
  const context = await browser.newContext({
    locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width, height },
    deviceScaleFactor: SCALE,
    baseURL: place.url,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  await context.addInitScript((language) => {
    localStorage.setItem('kaiwa.locale', language)
    // Loads the font immediately, as for a returning user.
    localStorage.setItem('kaiwa.font', 'had')
  }, locale)
  if (!isStranger) await context.addCookies([{ name: 'kaiwa_session', value: place.token, url: place.url }])
  // Hides the operator's installation banner.
  await context.route('**/api/installation', (route) => route.fulfill({ json: { parts: null } }))
  const page = await context.newPage()
  return { page, close: () => context.close() }
}

/** Saves the relevant part of the window as WebP; returns its size in CSS pixels. */
async function savePicture(page: Page, shot: Shot, path: string): Promise<[number, number]> {
  // Waits for fonts and avatars.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const clip = shot.clip ? await shot.clip(page) : { x: 0, y: 0, width, height }
  const png = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
  const options = ['-c:v', 'libwebp', '-quality', '72', '-compression_level', '6', '-preset', 'text']
  const files = ['-v', 'error', '-y', '-f', 'png_pipe', '-i', 'pipe:0', ...options, path]
  const { status, stderr } = spawnSync('ffmpeg', files, { input: png, env: utf8Environment() })
  if (status !== 0) throw new Error(`ffmpeg made no picture: ${String(stderr)}`)
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes: show less, or reduce the size`)
  return [Math.round(clip.width), Math.round(clip.height)]
}

await buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'kaiwa-guide-'))
await chmod(folder, 0o755)
const program = await startSample(folder)
const browser = await openBrowser('--autoplay-policy=no-user-gesture-required')
const sizes: Record<string, [number, number]> = {}
const wanted = process.argv.slice(2).filter((name) => name !== '--')
try {
  const place = await seedWorkspace(program.url)
  for (const locale of ['ja', 'en'] as const) {
    await mkdir(join(OUT, locale), { recursive: true })
    for (const [name, shot] of Object.entries(SHOTS)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const { page, close } = await openPage(browser, place, locale, shot)
      await shot.take(page, { ...place, locale })
      sizes[name] = await savePicture(page, shot, join(OUT, locale, `${name}.webp`))
      await shot.leave?.(page, { ...place, locale })
      await close()
      process.stdout.write(`${locale}/${name}\n`)
    }
  }
} finally {
  await browser.close()
  await program.stop()
  await rm(folder, { recursive: true, force: true })
}
const path = join(OUT, 'sizes.json')
const known = (await import(path, { with: { type: 'json' } })) as { default: Record<string, [number, number]> }
const lines = Object.entries({ ...known.default, ...sizes }).map(
  ([name, [width, height]]) => `  ${JSON.stringify(name)}: [${width}, ${height}]`,
)
await writeFile(path, `{\n${lines.join(',\n')}\n}\n`)
