// V1: memory of a tab that records and sends for three hours, at its end against after 10 minutes. Pieces that the browser
// has recorded are fed to the writer at 60 times the speed of a recording, and the sender sends them to the program.
// Memory is what the processes of the tab use after a garbage collection.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildRecordingPage } from '../e2e/test/build-recording-page.ts'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { type BarePage, openBareBrowser } from './bare-browser.ts'
import { openBench } from './bench-program.ts'
import { median, report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const SPEED = 60
const EARLY_SECONDS = 600
const SECONDS = IS_SHORT ? 1_800 : 10_800
const GOAL = 1.2
const SAMPLES = 5

const load = loadNow()
const bench = await openBench()
const built = await buildRecordingPage()
const browser = await openBareBrowser(join(bench.folder, 'profile'))
try {
  const { url } = await bench.start('api', { KAIWA_WEB: built.folder })
  const page = await browser.open(url, { name: SESSION_COOKIE, value: bench.owner.token }, '!!globalThis.recording')
  const header = {
    type: 'header',
    version: 1,
    uuid: crypto.randomUUID(),
    userId: bench.owner.id,
    startedAt: new Date().toISOString(),
    title: 'V1',
    folderId: bench.projectId,
    language: 'ja',
    numSpeaker: 0,
  }
  const recordedSeconds = await page.evaluate<number>(`(async () => {
    if ((await recording.openStore()) !== 'opfs') throw new Error('no private file system')
    await recording.create(${JSON.stringify(header)})
    recording.send()
    return recording.recordPieces(10)
  })()`)
  /** Resolves when all bytes are sent: a request holds the bytes that it sends. */
  const feed = async (seconds: number): Promise<void> => {
    await page.evaluate(`recording.feed(${seconds}, ${SPEED})`)
    await page.evaluate(`(async () => {
      while ((recording.sending()?.sent ?? 0) < recording.summary().size) await new Promise((r) => setTimeout(r, 100))
    })()`)
  }

  await feed(EARLY_SECONDS)
  const early = await memoryOf(page)
  await feed(SECONDS)
  const late = await memoryOf(page)
  const { size } = await page.evaluate<{ size: number }>('recording.summary()')
  await report({
    id: 'V1',
    ours: late / 1_048_576,
    peer: early / 1_048_576,
    unit: 'MB',
    ratio: late / early,
    goal: `<= ${GOAL}`,
    ok: late / early <= GOAL,
    pairs: 1,
    note: `${SECONDS / 3_600} h of ${recordedSeconds} recorded pieces, ${(size / 1_048_576).toFixed(0)} MB sent, ${load}`,
    at: new Date().toISOString(),
  })
} finally {
  await browser.close()
  await bench.close()
  await built.remove()
}
process.exit()

/** Bytes that the renderers use, without what they share. */
async function memoryOf(page: BarePage): Promise<number> {
  const samples: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // Recordings are stored by a worker, which has its own heap.
    await page.collectGarbage()
    await pause(1_000)
    const sizes = await Promise.all(
      (await page.renderers()).map(async (id) => {
        const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
        return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024
      }),
    )
    samples.push(sizes.reduce((sum, size) => sum + size, 0))
  }
  return median(samples)
}
