// H1: distance between the words of a transcript and the same words in playback, over recordings whose packets do not
// simply begin at 0. The recordings play through a real browser; a recording's figure is the median of its words, and the
// largest counts.

import { openBeepPlayer } from '../e2e/test/beep-player.ts'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { wordsOf } from '../server/processing/steps/compose-blocks.ts'
import { recognisedChunks } from '../server/processing/store/recognised-chunks.ts'
import type { TestFile } from '../server/test/factories/items.ts'
import { makeToneEngine } from '../server/test/factories/recordings.ts'
import { makeTimelineFiles, type TimelineCase } from '../server/test/factories/timeline-recordings.ts'
import { openBench } from './bench-program.ts'
import { median, report } from './measure.ts'
import { loadNow } from './run-options.ts'

const GOAL_SECONDS = 0.1

const engine = await makeToneEngine()
const bench = await openBench({ models: engine.folder })
const program = await bench.start('api,worker')
const player = await openBeepPlayer(program.url)

async function offsetOf({ name }: TimelineCase, file: TestFile): Promise<{ name: string; offset: number }> {
  const answer = await fetch(`${program.url}/api/projects/${file.projectId}/files/${file.id}`, {
    headers: { cookie: `${SESSION_COOKIE}=${bench.owner.token}` },
  })
  const shown = (await answer.json()) as { url: string; duration: number }
  const words = wordsOf(await recognisedChunks(bench.app.db, file.id))
  const beeps = await player.hear(shown.url, file.videoId, shown.duration)
  // The offset of a word is its distance to the nearest beep; of a missing word, the whole duration.
  const offsets = words.map(({ start }) => Math.min(...beeps.map((beep) => Math.abs(beep - start)), shown.duration))
  return { name, offset: words.length > 0 ? median(offsets) : Infinity }
}

try {
  const uploads: [TimelineCase, TestFile][] = []
  for (const recording of await makeTimelineFiles(bench.folder)) {
    const { file, finish } = await bench.announceRecording(recording.path, 'ja')
    await finish()
    await bench.reach(file, ['processed'])
    uploads.push([recording, file])
  }
  const figures = await Promise.all(uploads.map(([recording, file]) => offsetOf(recording, file)))
  figures.sort((a, b) => b.offset - a.offset)
  const worst = figures[0]!
  const note = `${figures.length} recordings; ${figures.map(({ name, offset }) => `${name} ${offset.toFixed(3)}`).join(', ')}; ${loadNow()}`
  await report({
    id: 'H1',
    ours: worst.offset,
    peer: GOAL_SECONDS,
    unit: 's',
    ratio: worst.offset / GOAL_SECONDS,
    goal: `≤ ${GOAL_SECONDS} s`,
    ok: worst.offset <= GOAL_SECONDS,
    pairs: 1,
    note,
    at: new Date().toISOString(),
  })
} finally {
  await player.close()
  await program.stop()
  await bench.close()
  await engine.remove()
}
