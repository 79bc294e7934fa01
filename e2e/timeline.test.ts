// One timeline: the words of a transcript begin where the player plays them. Recordings of every kind whose packets do
// not simply begin at 0 are processed, played through a real browser, and compared with their words. All are played at
// the same time.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playlistSeconds } from '@kaiwa/media-tools/hls-output.ts'
import { getFile, type ProjectFile } from '@kaiwa/contract/files.ts'
import {
  makeTimelineFiles,
  type TimelineCase,
  timelineRecipes,
} from '@kaiwa/server/test/factories/timeline-recordings.ts'
import { openEngines } from '@kaiwa/server/processing/engines/open-engines.ts'
import { createFolder, rootOf, type TestFile } from '@kaiwa/server/test/factories/items.ts'
import { makeToneEngine, uploadRecording } from '@kaiwa/server/test/factories/recordings.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { openTestApp, type TestApp } from '@kaiwa/server/test/open-test-app.ts'
import { wordsOf } from '@kaiwa/server/processing/steps/compose-blocks.ts'
import { recognisedChunks } from '@kaiwa/server/processing/store/recognised-chunks.ts'
import { type BeepPlayer, openBeepPlayer } from './test/beep-player.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The goal: no word is highlighted further than this from its sound. */
const MAX_OFFSET_SECONDS = 0.1

let work: string
let removeModels: () => Promise<void>
let test: TestApp
let owner: TestOwner
let player: BeepPlayer

interface Heard {
  recording: TimelineCase
  shown: ProjectFile
  /** Times at which words begin, by the transcript. */
  words: number[]
  /** Start times of the beeps in the browser. */
  beeps: number[]
  playlist: string
}
const results = new Map<string, Promise<Heard>>()

beforeAll(async () => {
  const models = await makeToneEngine()
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-timeline-'))
  test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
  owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const recordings = await makeTimelineFiles(work)
  const uploads: [TimelineCase, TestFile][] = []
  for (const recording of recordings) {
    const { name, path } = recording
    uploads.push([recording, await uploadRecording(test, folder, path, { creator: owner, language: 'ja', name })])
  }
  await test.settle()
  player = await openBeepPlayer(await test.listen())
  for (const [recording, file] of uploads) results.set(recording.name, hear(recording, file))
  await Promise.allSettled(results.values())
}, 240_000)
afterAll(async () => {
  await player.close()
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})

async function hear(recording: TimelineCase, file: TestFile): Promise<Heard> {
  const { body: shown } = await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)
  const words = wordsOf(await recognisedChunks(test.db, file.id)).map(({ start }) => start)
  const { body: playlist } = await test.http.inject(`${new URL(shown.url).pathname}/${file.videoId}/playlist.m3u8`)
  const beeps = await player.hear(shown.url, file.videoId, shown.duration)
  return { recording, shown, words, beeps, playlist }
}

/** The largest distance between two lists of times; infinite if their lengths differ. */
function distance(a: readonly number[], b: readonly number[]): number {
  return a.length === b.length ? Math.max(0, ...a.map((time, index) => Math.abs(time - b[index]!))) : Infinity
}

function isNear(time: number, times: readonly number[]): boolean {
  return times.some((other) => Math.abs(other - time) < MAX_OFFSET_SECONDS)
}

describe('a recording of a file whose packets do not simply begin at 0', () => {
  it.each(timelineRecipes.map(({ name }) => name))('%s: words are where the browser plays them', async (name) => {
    const { recording, shown, words, beeps, playlist } = await results.get(name)!
    expect(shown).toMatchObject({ status: 'processed', is_playable: true })
    // The engine may recognise the rest of a damaged word.
    const parts = shown.note?.key === 'damaged-parts' ? 1 : 0
    const spoken = beeps.filter((beep) => isNear(beep, words))
    expect(distance(words, spoken)).toBeLessThan(MAX_OFFSET_SECONDS)
    expect(beeps.length - spoken.length).toBeLessThanOrEqual(parts)
    const heard = beeps.filter((beep) => isNear(beep, recording.starts))
    expect(heard).toHaveLength(recording.starts.length)
    expect(beeps.length - heard.length).toBeLessThanOrEqual(parts)
    expect(Math.abs(shown.duration - recording.seconds)).toBeLessThan(0.15)
    // Players seek by the playlist.
    expect(Math.abs(playlistSeconds(playlist) - recording.seconds)).toBeLessThan(0.6)
    if (!shown.is_audio) expect(Math.abs(shown.thumbnail_count - recording.seconds)).toBeLessThanOrEqual(1.1)
  })
})
