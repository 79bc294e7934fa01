// V4: distance between the two channels of a recording whose sources have clocks that differ. Both sources contain the
// same clicks; the recording is made by the product's capture in real Chromium, and clicks are detected in the stored file. The
// sources run ±1,000 ppm apart for 18 minutes: 2.16 s, as much as ±100 ppm for three hours. The result is the largest distance
// of all matched clicks; the number of matched clicks is reported.

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundle, FAKE_MEDIA, openBrowser } from '@kaiwa/editor/test/browser.ts'
import { openFolder } from './bench-program.ts'
import { report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const GOAL_MS = 50
const PPM = 1_000
const SECONDS = IS_SHORT ? 120 : 1_080
const RATE = 48_000
const CLICK_LEVEL = 0.15

/** Seconds of the clicks in one of the two channels; they are two seconds apart. */
function clicksOf(samples: Float32Array, channel: number): number[] {
  const clicks: number[] = []
  let next = 0
  for (let frame = 0; frame < samples.length / 2; frame++) {
    if (frame < next || Math.abs(samples[2 * frame + channel]!) < CLICK_LEVEL) continue
    clicks.push(frame / RATE)
    next = frame + RATE
  }
  return clicks
}

const { folder, remove } = await openFolder()
const browser = await openBrowser(...FAKE_MEDIA, '--autoplay-policy=no-user-gesture-required')
try {
  const page = await browser.newPage()
  // Browsers record in secure pages only.
  await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('http://localhost/')
  const { script } = await bundle(fileURLToPath(new URL('drift-page.ts', import.meta.url)))
  await page.addScriptTag({ content: script })
  const recorded = await page.evaluate(
    ([ppm, seconds]) => globalThis.window.recordDrift([ppm!, -ppm!], seconds!),
    [PPM, SECONDS],
  )
  const path = join(folder, 'recorded.webm')
  const decoded = join(folder, 'recorded.f32')
  await writeFile(path, Buffer.from(recorded, 'base64'))
  const output = ['-f', 'f32le', '-ar', String(RATE), '-ac', '2', decoded]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', path, ...output])
  const bytes = await readFile(decoded)
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)

  const [left, right] = [clicksOf(samples, 0), clicksOf(samples, 1)]
  const distances = left.map((at) => Math.min(...right.map((other) => Math.abs(other - at))) * 1_000)
  const near = distances.filter((distance) => distance < 1_000)
  const worst = near.length > SECONDS / 4 ? Math.max(...near) : Infinity
  const drift = ((2 * PPM * SECONDS) / 1_000_000).toFixed(2)
  await report({
    id: 'V4',
    ours: worst,
    peer: GOAL_MS,
    unit: 'ms',
    ratio: worst / GOAL_MS,
    goal: `≤ ${GOAL_MS} ms`,
    ok: worst <= GOAL_MS,
    pairs: 1,
    note: `±${PPM} ppm for ${SECONDS} s, ${drift} s apart; ${near.length} of ${Math.floor(SECONDS / 2)} clicks; ${loadNow()}`,
    at: new Date().toISOString(),
  })
} finally {
  await browser.close()
  await remove()
}
