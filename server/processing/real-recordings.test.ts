// Recordings as they come from real devices: cut off, damaged, with several sound tracks. They are processed by the real
// jobs; their words are tones, and each file is made by ffmpeg from one WAV file.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFile } from '@kaiwa/contract/files.ts'
import { encodeSpeech } from '@kaiwa/speech'
import { toneSamples, toneTalk } from '@kaiwa/speech/testing'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { makeToneEngine, uploadRecording } from '../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openEngines } from './engines/open-engines.ts'
import { wordsOf } from './steps/compose-blocks.ts'
import { recognisedChunks } from './store/recognised-chunks.ts'

const SECONDS = 30
const MEDIA_NOTES = /ends-early|damaged-parts|sound-track/

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let removeModels: () => Promise<void>

function at(name: string) {
  return join(work, name)
}

function ffmpeg(...args: string[]) {
  return execa('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { stdin: 'ignore' })
}

beforeAll(async () => {
  const models = await makeToneEngine()
  removeModels = models.remove
  work = await mkdtemp(join(tmpdir(), 'kaiwa-real-'))
  test = await openTestApp({ env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' } })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  await writeFile(at('talk.wav'), encodeSpeech(toneSamples(toneTalk(SECONDS), SECONDS)))
  // A stream of packets of equal size, as a recorder with a constant bit rate writes them: shares are times.
  const noise = ['-i', at('talk.wav'), '-af', 'aeval=val(0)+0.001*random(0):c=same']
  await ffmpeg(...noise, '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '64k', at('talk.mp3'))
  await ffmpeg(...noise, '-c:a', 'flac', at('talk.flac'))
  await ffmpeg(...noise, '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '64k', at('talk.mkv'))
  const screen = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=10:duration=${SECONDS}`]
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20']
  await ffmpeg(...screen, '-i', at('talk.mp3'), ...h264, '-c:a', 'copy', at('talk.mp4'))
})
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await removeModels()
  await rm(work, { recursive: true, force: true })
})

/** Processes a file; returns it as its owner sees it, and the times at which its words begin. */
async function processed(name: string) {
  const file = await uploadRecording(test, folder, at(name), { creator: owner, language: 'ja' })
  await test.settle()
  const { body } = await test.call(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)
  const words = wordsOf(await recognisedChunks(test.db, file.id))
  return { shown: body, words }
}

/** A time of a note in seconds. */
function secondsOf(time: string | undefined) {
  return (time ?? 'NaN').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

describe('a recording that ends early', () => {
  it.each(['mkv', 'mp3', 'wav'])('%s, cut at three fifths: the note states both times', async (extension) => {
    const bytes = await readFile(at(`talk.${extension}`))
    await writeFile(at(`cut.${extension}`), bytes.subarray(0, Math.floor(bytes.length * 0.6)))
    const { shown, words } = await processed(`cut.${extension}`)
    expect(shown).toMatchObject({ status: 'processed', note: { key: 'ends-early' } })
    expect(secondsOf(shown.note?.values['promised'])).toBeCloseTo(SECONDS, -0.1)
    expect(Math.abs(secondsOf(shown.note?.values['at']) - SECONDS * 0.6)).toBeLessThanOrEqual(1.5)
    expect(Math.abs(shown.duration - SECONDS * 0.6)).toBeLessThan(1)
    expect(words.at(-1)?.start).toBeGreaterThan(SECONDS * 0.5)
  })

  it.each(['mkv', 'mp3', 'wav', 'flac', 'mp4'])('%s, complete: has no such note', async (extension) => {
    const { shown } = await processed(`talk.${extension}`)
    expect(shown.status).toBe('processed')
    expect(shown.note?.key).not.toMatch(MEDIA_NOTES)
    expect(Math.abs(shown.duration - SECONDS)).toBeLessThan(0.2)
  })
})

describe('a healthy recording that looks incomplete has no note', () => {
  it('subtitles are longer than its sound', async () => {
    await writeFile(at('long.srt'), `1\n00:00:01,000 --> 00:01:10,000\nEnd\n`)
    await ffmpeg('-i', at('talk.mp4'), '-i', at('long.srt'), '-c', 'copy', '-c:s', 'srt', at('subtitled.mkv'))
    const { shown } = await processed('subtitled.mkv')
    expect(shown.status).toBe('processed')
    expect(shown.note?.key).not.toMatch(MEDIA_NOTES)
    expect(Math.abs(shown.duration - SECONDS)).toBeLessThan(0.2)
    expect(Math.abs(shown.thumbnail_count - SECONDS)).toBeLessThanOrEqual(1)
  })

  it('two joined MP3 files, the second of which begins with a picture', async () => {
    const cover = ['-f', 'lavfi', '-i', 'nullsrc=s=300x300,geq=random(1)*255:128:128', '-frames:v', '1']
    await ffmpeg('-i', at('talk.mp3'), ...cover, '-c:a', 'copy', '-disposition:v', 'attached_pic', at('cover.mp3'))
    await writeFile(at('joined.mp3'), Buffer.concat([await readFile(at('talk.mp3')), await readFile(at('cover.mp3'))]))
    const { shown } = await processed('joined.mp3')
    expect(shown.status).toBe('processed')
    expect(shown.note?.key).not.toMatch(MEDIA_NOTES)
    expect(Math.abs(shown.duration - 2 * SECONDS)).toBeLessThan(0.2)
  })
})

it('a pause of seven minutes: the stream and the words have it', { timeout: 180_000 }, async () => {
  const pause = ['-bsf:a', 'setts=ts=if(gte(PTS*TB\\,15)\\,PTS+420/TB\\,PTS)']
  const noise = ['-i', at('talk.wav'), '-ar', '48000', '-ac', '2', '-c:a', 'aac']
  await ffmpeg(...noise, at('whole.mkv'))
  await ffmpeg('-i', at('whole.mkv'), '-c', 'copy', ...pause, at('paused.mkv'))
  const { shown, words } = await processed('paused.mkv')
  expect(shown.status).toBe('processed')
  expect(shown.note?.key).not.toMatch(MEDIA_NOTES)
  expect(Math.abs(shown.duration - SECONDS - 420)).toBeLessThan(0.2)
  const talk = toneTalk(SECONDS).map(({ start }) => (start < 15 ? start : start + 420))
  for (const { start } of words) expect(talk.some((time) => Math.abs(time - start) < 0.1)).toBe(true)
  const sounds = await soundsOf(shown.id)
  for (const { start } of [words[0]!, words.at(-1)!])
    expect(sounds.some((time) => Math.abs(time - start) < 0.1)).toBe(true)
  expect(words.at(-1)!.start).toBeGreaterThan(420)
})

describe('a recording with zeros in the middle', () => {
  it.each(['mkv', 'mp3', 'flac', 'mp4'])('%s: the note states the damaged part', async (extension) => {
    const bytes = await readFile(at(`talk.${extension}`))
    bytes.fill(0, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.55))
    await writeFile(at(`zeros.${extension}`), bytes)
    const { shown, words } = await processed(`zeros.${extension}`)
    expect(shown).toMatchObject({ status: 'processed', is_playable: true, note: { key: 'damaged-parts' } })
    const [start, end] = (shown.note?.values['parts'] ?? '').split(/[–,]/)
    expect(Math.abs(secondsOf(start) - SECONDS * 0.4)).toBeLessThan(2.5)
    // An MP3 file has no times: what follows the damaged part moves to its place.
    if (extension !== 'mp3') expect(secondsOf(end)).toBeGreaterThan(secondsOf(start) + 2)
    expect(words.length).toBeGreaterThan(25)
    if (extension !== 'mp4') return
    expect(shown.is_audio).toBe(false)
    expect(shown.thumbnail_count).toBeGreaterThanOrEqual(SECONDS)
  })
})

describe('a recording with several sound tracks', () => {
  const silence = ['-f', 'lavfi', '-t', String(SECONDS), '-i', 'anullsrc=r=48000:cl=stereo']
  const aac = ['-c:a', 'aac']

  it('a silent first track: the second one is transcribed and played, and the note names it', async () => {
    await ffmpeg(...silence, '-i', at('talk.wav'), '-map', '0:a', '-map', '1:a', ...aac, at('second.mp4'))
    const { shown, words } = await processed('second.mp4')
    expect(shown).toMatchObject({
      status: 'processed',
      note: { key: 'sound-track-used', values: { track: '2', count: '2' } },
    })
    expect(words.length).toBeGreaterThan(40)
    expect(await loudness(shown.id)).toBeGreaterThan(-30)
  })

  it('speech in two of three tracks: both are mixed, and the note names them', async () => {
    // Each half of the talk is on a separate track.
    const first = ['-map', '1:a', '-filter:a:0', 'volume=0:enable=gte(t\\,15)']
    const second = ['-map', '1:a', '-filter:a:2', 'volume=0:enable=lt(t\\,15)']
    await ffmpeg(...silence, '-i', at('talk.wav'), ...first, '-map', '0:a', ...second, ...aac, at('halves.mkv'))
    const { shown, words } = await processed('halves.mkv')
    expect(shown).toMatchObject({
      status: 'processed',
      note: { key: 'sound-tracks-mixed', values: { tracks: '1, 3' } },
    })
    const talk = toneTalk(SECONDS)
    expect(Math.abs(words.length - talk.length)).toBeLessThanOrEqual(2)
    for (const word of words) expect(talk.some(({ start }) => Math.abs(start - word.start) < 0.1)).toBe(true)
  })

  it('speech in the tenth track only: it is found', { timeout: 180_000 }, async () => {
    const nine = Array.from({ length: 9 }, () => ['-map', '0:a']).flat()
    await ffmpeg(...silence, '-i', at('talk.wav'), ...nine, '-map', '1:a', '-c:a', 'flac', at('tenth.mkv'))
    const { shown, words } = await processed('tenth.mkv')
    expect(shown).toMatchObject({
      status: 'processed',
      note: { key: 'sound-track-used', values: { track: '10', count: '10' } },
    })
    expect(words.length).toBeGreaterThan(40)
  })

  it('tracks without sound end as no-transcript', async () => {
    await ffmpeg(...silence, '-map', '0:a', '-map', '0:a', ...aac, at('silent.m4a'))
    expect((await processed('silent.m4a')).shown).toMatchObject({ status: 'failed', failed_reason: 'no-transcript' })
  })
})

async function saveStream(fileId: number) {
  const { video_id } = await test.db
    .selectFrom('files')
    .select('video_id')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  await writeFile(at('stream.ts'), await test.read(await test.app.storage.get(`media/${video_id}/media.ts`)))
}

/** Times in seconds at which sound begins in the stream that the player plays. */
async function soundsOf(fileId: number): Promise<number[]> {
  await saveStream(fileId)
  const { stderr } = await execa('ffmpeg', [
    '-i',
    at('stream.ts'),
    '-af',
    'silencedetect=-30dB:d=0.1',
    '-f',
    'null',
    '-',
  ])
  return [...stderr.matchAll(/silence_end: ([\d.]+)/g)].map(([, time]) => Number(time))
}

/** Mean volume of the stream that the player plays, in decibels. */
async function loudness(fileId: number): Promise<number> {
  await saveStream(fileId)
  const { stderr } = await execa('ffmpeg', ['-i', at('stream.ts'), '-af', 'volumedetect', '-f', 'null', '-'])
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])
}
