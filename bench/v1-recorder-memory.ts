// V1: memory of a tab that records and sends for three hours, at its end against after 10 minutes. Pieces that the browser
// has recorded are fed to the writer at 60 times the speed of a recording, and the sender sends them to the program.
// Memory is what the processes of the tab use after a garbage collection.

import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { FAKE_MEDIA, openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { CDPSession, Page } from 'playwright-core'
import { buildRecordingPage } from '../e2e/test/build-recording-page.ts'
import { openBench } from './bench-program.ts'
import { median, report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { serveRecordingPage } from './serve-recording-page.ts'

const SPEED = 60
const EARLY_SECONDS = 600
const SECONDS = IS_SHORT ? 1_800 : 10_800
const GOAL = 1.2
const SAMPLES = 5

const load = loadNow()
const bench = await openBench()
const built = await buildRecordingPage()
const browser = await openBrowser(...FAKE_MEDIA, '--autoplay-policy=no-user-gesture-required', '--js-flags=--expose-gc')
try {
  const { url } = await bench.start('api')
  const context = await browser.newContext()
  await serveRecordingPage(context, { url, folder: built.folder, token: bench.owner.token })
  const page = await context.newPage()
  await page.goto(url)
  const whole = await browser.newBrowserCDPSession()

  const recordedSeconds = await page.evaluate(
    async ([userId, folderId]) => {
      const { openStore, create, send } = window.recording
      if ((await openStore()) !== 'opfs') throw new Error('no private file system')
      const details = { title: 'V1', folderId, language: 'ja', numSpeaker: 0 }
      const uuid = crypto.randomUUID()
      await create({ type: 'header', version: 1, uuid, userId, startedAt: new Date().toISOString(), ...details })
      send()
      return window.recording.recordPieces(10)
    },
    [bench.owner.id, bench.projectId] as const,
  )
  const feed = (seconds: number) =>
    page.evaluate(([until, speed]) => window.recording.feed(until, speed), [seconds, SPEED] as const)

  await feed(EARLY_SECONDS)
  const early = await memoryOf(page, whole)
  await feed(SECONDS)
  const late = await memoryOf(page, whole)
  const { sent } = (await page.evaluate(() => window.recording.sending()))!
  const { size } = await page.evaluate(() => window.recording.summary())
  await report({
    id: 'V1',
    ours: late / 1_048_576,
    peer: early / 1_048_576,
    unit: 'MB',
    ratio: late / early,
    goal: `<= ${GOAL}`,
    ok: late / early <= GOAL,
    pairs: 1,
    note: `${SECONDS / 3_600} h of ${recordedSeconds} recorded pieces, ${(size / 1_048_576).toFixed(0)} MB, ${((100 * sent) / size).toFixed(1)} % of it sent, ${load}`,
    at: new Date().toISOString(),
  })
} finally {
  await browser.close()
  await bench.close()
  await built.remove()
}
process.exit()

/** Bytes that the renderers use, without what they share. */
async function memoryOf(page: Page, whole: CDPSession): Promise<number> {
  const samples: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await page.evaluate(() => globalThis.gc?.())
    // The storage of recordings has its own heap.
    for (const worker of page.workers()) await worker.evaluate(() => globalThis.gc?.())
    await pause(1_000)
    const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    const sizes = await Promise.all(
      renderers.map(async ({ id }) => {
        const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
        return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024
      }),
    )
    samples.push(sizes.reduce((sum, size) => sum + size, 0))
  }
  return median(samples)
}
