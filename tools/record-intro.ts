// `node tools/record-intro.ts`: records the short films of the product and writes their subtitles, from the sample
// workspace in a separate program and with the system's Chromium, in both languages. `-- sections` records only that film,
// `-- sections.en` only in English. Do not build the page while it runs: the program serves it.
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../packages/editor/test/browser.ts'
import { buildWeb } from './build-web.ts'
import { type SeededWorkspace, seedWorkspace } from './guide/seed-workspace.ts'
import { startSample } from './guide/start-sample.ts'
import { type Film, FILMS } from './intro/films.ts'
import { openRecorder } from './intro/recorder.ts'

const WEB = fileURLToPath(new URL('../web/', import.meta.url))
const FILM_WIDTH = 1_280
/** Maximum size of one film in one language. */
const MAX_BYTES = 450_000
/** A long timeout for busy machines. */
const TIMEOUT_MS = 120_000

function timeOf(seconds: number): string {
  return `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}

/** The subtitles of a film in one language, as WebVTT. */
function subtitlesOf({ scenes }: Film, locale: 'ja' | 'en'): string {
  const cues = scenes.map(
    ({ end, subtitle }, index) => `${timeOf(scenes[index - 1]?.end ?? 0)} --> ${timeOf(end)}\n${subtitle[locale]}\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

async function record(browser: Browser, place: SeededWorkspace, film: Film, locale: 'ja' | 'en'): Promise<number> {
  const context = await browser.newContext({
    locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width: film.width, height: film.height },
    deviceScaleFactor: FILM_WIDTH / film.clip.width,
    baseURL: place.url,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  await context.addInitScript((language) => {
    localStorage.setItem('kaiwa.locale', language)
    localStorage.setItem('kaiwa.font', 'had')
  }, locale)
  await context.addCookies([{ name: 'kaiwa_session', value: place.token, url: place.url }])
  // The operator's banner belongs to no film, and the sample's engine is enough for every language.
  const installation = { parts: null, languages: ['ja', 'en'], detects_language: true }
  await context.route('**/api/installation', (route) => route.fulfill({ json: installation }))
  const page = await context.newPage()
  const frames = await mkdtemp(join(tmpdir(), 'kaiwa-film-'))
  try {
    const here = { ...place, locale }
    await film.open(page, here)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const recorder = openRecorder(page, frames, film.clip)
    for (const { end, play } of film.scenes) {
      await play(recorder, page, here)
      await recorder.until(end)
    }
    await film.leave?.(page, here)
    const path = `${WEB}${film.path}.${locale}.mp4`
    await mkdir(dirname(path), { recursive: true })
    await recorder.save(path)
    const { size } = await stat(path)
    if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes: show less`)
    await writeFile(`${WEB}${film.path}.${locale}.vtt`, subtitlesOf(film, locale))
    return size
  } finally {
    await context.close()
    await rm(frames, { recursive: true, force: true })
  }
}

await buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'kaiwa-films-'))
await chmod(folder, 0o755)
const program = await startSample(folder)
const browser = await openBrowser('--autoplay-policy=no-user-gesture-required')
const wanted = process.argv.slice(2).filter((name) => name !== '--')
try {
  const place = await seedWorkspace(program.url)
  for (const [name, film] of Object.entries(FILMS)) {
    for (const locale of ['ja', 'en'] as const) {
      if (wanted.length > 0 && !wanted.some((one) => one === name || one === `${name}.${locale}`)) continue
      const size = await record(browser, place, film, locale)
      process.stdout.write(`${film.path}.${locale}.mp4: ${size} bytes\n`)
    }
  }
} finally {
  await browser.close()
  await program.stop()
  await rm(folder, { recursive: true, force: true })
}
