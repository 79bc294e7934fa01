// Recordings that are read while they are uploaded: real ffmpeg, a real engine (its language is tones), the real database,
// bytes sent by tus, workers as in an installation.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFile } from '@kaiwa/contract/files.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { encodeWav } from '@kaiwa/media-tools'
import { toneSamples, type ToneSpeech, toneTalk } from '@kaiwa/speech/testing'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Recorder, recordSegment, startRecording } from '../../test/factories/browser-recordings.ts'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../../test/factories/items.ts'
import { makeToneEngine, media, uploadRecording } from '../../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { randomBytesOf } from '../../test/random-numbers.ts'
import { openEngines } from '../engines/open-engines.ts'
import { sendPreparePlayback } from '../steps/prepare-playback.ts'

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let work: string
let models: { folder: string; remove: () => Promise<void> }
beforeAll(async () => {
  models = await makeToneEngine()
  work = await mkdtemp(join(tmpdir(), 'kaiwa-live-'))
  test = await openTestApp({
    roles: ['api', 'worker'],
    env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off' },
  })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
}, 300_000)
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await models.remove()
  await rm(work, { recursive: true, force: true })
})

function talk(seconds: number): Int16Array {
  return toneSamples(toneTalk(seconds), seconds)
}

function read(file: TestFile) {
  return test.succeed(getFile, { params: { projectId: file.projectId, id: file.id } }, owner)
}

async function transcriptOf(file: TestFile) {
  const { status, body } = await test.call(getTranscript, { params: { fileId: file.id } }, owner)
  if (status !== 200) return []
  return body.transcript.block_order.map((uuid) => body.blocks[uuid]!)
}

async function linesOf(file: TestFile) {
  return (await transcriptOf(file)).map(({ content, start_time, end_time, section_name }) => ({
    content,
    start_time,
    end_time,
    section_name,
  }))
}

function until(check: () => Promise<void>) {
  return vi.waitFor(check, { timeout: 90_000, interval: 50 })
}

async function isProcessed(file: TestFile): Promise<void> {
  const { status, failed_reason } = await read(file)
  if (status === 'failed') throw new Error(`failed: ${failed_reason}`)
  expect(status).toBe('processed')
}

describe.each<Recorder>(['webm', 'mp4', 'ogg'])('a recording as %s', (recorder) => {
  it(
    'is recognised while it grows, and has the transcript that it gets when it is read afterwards',
    { timeout: 180_000 },
    async () => {
      const segments = [await recordSegment(talk(70), { recorder })]
      const name = `録音.${recorder}`
      const live = await startRecording(test, folder, owner, { segments }, { name })
      await live.sendTo(0.8)
      await until(async () => {
        const { status, is_recording, can } = await read(live.file)
        expect({ status, is_recording, open: can.open }).toEqual({ status: 'waiting', is_recording: true, open: true })
      })
      expect((await transcriptOf(live.file)).length).toBeGreaterThan(0)
      await live.stop()
      await until(() => isProcessed(live.file))
      const later = await startRecording(test, folder, owner, { segments }, { name, isRead: false })
      await later.stop()
      await until(() => isProcessed(later.file))
      expect(await linesOf(live.file)).toEqual(await linesOf(later.file))
      expect((await read(live.file)).duration).toBeCloseTo(70, 0)
    },
  )
})

async function originalOf(file: TestFile) {
  const row = await test.db.selectFrom('files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow()
  const probed = await test.app.storage.withLocalFile(`media/${file.videoId}/original`, (path) =>
    execa('ffprobe', ['-v', 'error', '-show_entries', 'format=duration:stream=codec_name', '-of', 'json', path]),
  )
  const { format, streams } = JSON.parse(probed.stdout) as {
    format: { duration?: string }
    streams: { codec_name: string }[]
  }
  return { row, duration: Number(format.duration), codecs: streams.map(({ codec_name }) => codec_name) }
}

async function isPlayable(file: TestFile): Promise<void> {
  const { is_playable, is_preparing } = await test.db
    .selectFrom('files')
    .select(['is_playable', 'is_preparing'])
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  expect({ is_playable, is_preparing }).toEqual({ is_playable: true, is_preparing: false })
}

async function storageOf(file: TestFile): Promise<number> {
  const rows = await test.db
    .selectFrom('usage_ledger')
    .select('amount')
    .where('file_id', '=', file.id)
    .where('kind', '=', 'storage')
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** Sends all of a recording while it is read, and waits for its transcript. */
async function record(
  described: Parameters<typeof startRecording>[3],
  options: Parameters<typeof startRecording>[4] = {},
) {
  const { file, stop } = await startRecording(test, folder, owner, described, options)
  await stop()
  await until(() => isProcessed(file))
  return file
}

/** The words of the blocks, with the second at which each block begins. */
async function wordsOf(file: TestFile) {
  return (await transcriptOf(file)).map(({ start_time, content }) => `${Math.round(start_time)} ${content}`)
}

const one = toneSamples(turn('one', 0.8, 6), 6)
const two = toneSamples(turn('six', 0.8, 6), 6)

function turn(word: 'one' | 'six' | 'eight', from: number, count: number): ToneSpeech[] {
  return Array.from({ length: count }, (_, n) => ({ word, start: from + n * 0.5, seconds: 0.3 }))
}

it('real speech is cut as in an upload of the same bytes', { timeout: 240_000 }, async () => {
  const segments = [await recordSegment({ input: ['-i', media('ja-sales-call.m4a')] })]
  const path = join(work, 'upload.mkv')
  await writeFile(path, segments[0]!)
  const live = await startRecording(test, folder, owner, { segments })
  await live.stop()
  const uploaded = await uploadRecording(test, folder, path, { creator: owner, language: 'ja' })
  const cutsOf = async (file: TestFile) => {
    await until(async () => expect(['processed', 'failed']).toContain((await read(file)).status))
    return test.db
      .selectFrom('speech_chunks')
      .select(['start_time', 'end_time'])
      .where('file_id', '=', file.id)
      .orderBy('position')
      .execute()
  }
  const cuts = await cutsOf(live.file)
  expect(cuts.length).toBeGreaterThan(1)
  expect(cuts).toEqual(await cutsOf(uploaded))
})

describe('segments', () => {
  it.each<Recorder>(['webm', 'mp4', 'ogg'])(
    'of %s follow each other without a hole, and become one file that can be sought in, for its size',
    { timeout: 120_000 },
    async (recorder) => {
      const segments = [await recordSegment(one, { recorder }), await recordSegment(two, { recorder })]
      const file = await record({ segments }, { name: `録音.${recorder}` })
      expect(await wordsOf(file)).toEqual(['1 one one one one one one', '7 six six six six six six'])
      await until(() => isPlayable(file))
      const { row, duration, codecs } = await originalOf(file)
      expect(duration).toBeCloseTo(12, 0)
      expect(codecs).toEqual([recorder === 'mp4' ? 'aac' : 'opus'])
      expect(row.file_name).toBe(recorder === 'mp4' ? '録音.m4a' : '録音.weba')
      const head = await test.app.storage.head(`media/${file.videoId}/original`)
      expect(row.original_size).toBe(head?.size)
      expect(await storageOf(file)).toBe((head?.size ?? 0) + row.derived_size)
      expect(await test.app.storage.head(`media/${file.videoId}/joined`)).toBeNull()
    },
  )

  it('with other streams are encoded to common ones', { timeout: 120_000 }, async () => {
    const stereo = await recordSegment(two, { recorder: 'mp4', options: ['-ac', '2'] })
    const picture = await recordSegment(
      { input: ['-f', 'lavfi', '-i', 'color=red:size=320x180:rate=10', '-f', 'lavfi', '-i', 'sine=1000', '-t', '3'] },
      { options: ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '200k'] },
    )
    const file = await record({ segments: [await recordSegment(one), stereo, picture] })
    await until(() => isPlayable(file))
    const { duration, codecs, row } = await originalOf(file)
    expect(codecs.toSorted()).toEqual(['aac', 'h264'])
    expect(duration).toBeCloseTo(15, 0)
    expect({ is_audio: row.is_audio, name: row.file_name }).toEqual({ is_audio: false, name: '録音.mp4' })
    expect((await wordsOf(file)).slice(0, 2)).toEqual(['1 one one one one one one', '7 six six six six six six'])
  })

  it('that cannot be read cost only themselves', { timeout: 120_000 }, async () => {
    const [first, last] = [await recordSegment(one), await recordSegment(two)]
    const cut = first.subarray(0, Math.floor(first.length / 2))
    const segments = [randomBytesOf(1, 50_000), first, cut, last]
    const file = await record({ segments })
    const words = await wordsOf(file)
    expect(words[0]).toBe('1 one one one one one one')
    expect(words.at(-1)).toContain('six six six six six six')
    const { note } = await read(file)
    expect(note?.key).toBe('damaged-parts')
    await until(() => isPlayable(file))
    const { duration } = await originalOf(file)
    expect(duration).toBeGreaterThan(13)
    expect(duration).toBeLessThan(17)
  })

  it('leave out the time in which the recorder was stopped', { timeout: 120_000 }, async () => {
    // The clock of the recorder advances while the computer sleeps for an hour.
    const sleeping = await recordSegment(toneSamples([...turn('one', 0.8, 6), ...turn('six', 6.8, 6)], 12), {
      options: ['-af', 'asetpts=PTS+gte(T\\,6)*3600/TB'],
    })
    const file = await record({ segments: [sleeping] })
    expect(await wordsOf(file)).toEqual(['1 one one one one one one', '7 six six six six six six'])
    expect((await read(file)).duration).toBeCloseTo(12, 0)
    await until(() => isPlayable(file))
    expect((await originalOf(file)).duration).toBeCloseTo(12, 0)
  })
})

/** Seconds at which packets begin, and their durations, in the stored file. */
async function packetsOf(file: TestFile, stream: 'a' | 'v' = 'a') {
  const { stdout } = await test.app.storage.withLocalFile(`media/${file.videoId}/original`, (path) =>
    execa('ffprobe', [
      '-v',
      'error',
      '-select_streams',
      stream,
      '-show_entries',
      'packet=pts_time,duration_time',
      '-of',
      'csv=p=0',
      path,
    ]),
  )
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))
    .map(([at = NaN, seconds = NaN]) => ({ at, seconds }))
}

/** Seconds without sound between packets. */
async function holesOf(file: TestFile) {
  const packets = await packetsOf(file)
  return packets
    .slice(1)
    .map(({ at }, n) => at - packets[n]!.at - packets[n]!.seconds)
    .filter((hole) => Math.abs(hole) > 0.002)
}

/** Packets have the time at which their sound arrived, as from Chromium: here half a second arrives at once. `TS` is in ms. */
const IN_BURSTS = ['-frame_duration', '60', '-bsf:a', 'setts=ts=ceil(TS/500)*500']

describe('packets with the time at which their sound arrived', () => {
  const both = toneSamples([...turn('one', 0.8, 6), ...turn('six', 6.8, 6)], 12)

  it('are recognised and played without gaps', { timeout: 120_000 }, async () => {
    const file = await record({ segments: [await recordSegment(both, { options: IN_BURSTS })] })
    expect(await wordsOf(file)).toEqual(['1 one one one one one one', '7 six six six six six six'])
    await until(() => isPlayable(file))
    expect(await holesOf(file)).toEqual([])
    expect((await originalOf(file)).duration).toBeCloseTo(12, 0)
  })

  it(
    'with a picture leave out the time in which the recorder was stopped, for both',
    { timeout: 120_000 },
    async () => {
      const path = join(work, 'slept.wav')
      await writeFile(path, encodeWav({ sampleRate: 16_000, channels: 1, samples: both }))
      // A still picture of one frame each 3 s is no gap.
      const input = ['-f', 'lavfi', '-i', 'color=red:size=320x180:rate=1/3:duration=12', '-i', path]
      const sleep = '\\,6)*3600/TB'
      const segment = await recordSegment(
        { input },
        {
          options: [
            ['-af', `asetpts=PTS+gte(T${sleep}`, '-vf', `setpts=PTS+gte(T${sleep}`, '-vsync', 'passthrough'],
            ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '200k'],
          ].flat(),
        },
      )
      const file = await record({ segments: [segment] })
      expect(await wordsOf(file)).toEqual(['1 one one one one one one', '7 six six six six six six'])
      await until(() => isPlayable(file))
      const frames = (await packetsOf(file, 'v')).map(({ at }) => Math.round(at))
      expect(frames).toEqual([0, 3, 6, 9])
      expect(await holesOf(file)).toEqual([])
    },
  )

  it('are followed by silence where sound is missing beside a picture', { timeout: 120_000 }, async () => {
    const path = join(work, 'both.wav')
    await writeFile(path, encodeWav({ sampleRate: 16_000, channels: 1, samples: both }))
    const picture = ['-f', 'lavfi', '-i', 'color=red:size=320x180:rate=10', '-i', path, '-t', '14']
    const lost = ['-af', 'asetpts=PTS+gte(T\\,6)*1.5/TB', '-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '200k']
    const segment = await recordSegment({ input: picture }, { options: [...lost, ...IN_BURSTS] })
    const file = await record({ segments: [segment] })
    const words = await wordsOf(file)
    expect(words.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'one one one one one one',
      'six six six six six six',
    ])
    const [first, second] = words.map((line) => Number.parseInt(line, 10))
    expect(second! - first!).toBeGreaterThanOrEqual(7)
    await until(() => isPlayable(file))
    const holes = await holesOf(file)
    expect(holes.length).toBeLessThanOrEqual(2)
    expect(holes.every((hole) => hole > 0)).toBe(true)
    expect(holes.reduce((sum, hole) => sum + hole, 0)).toBeGreaterThan(1)
  })
})

describe('a worker that is killed while it joins', () => {
  it.each([
    ['before the segments are replaced', false],
    ['after the segments were replaced', true],
  ])('%s is replaced, and nothing is lost', { timeout: 120_000 }, async (_case, isReplaced) => {
    const segments = [await recordSegment(one), await recordSegment(two)]
    const file = await record({ segments })
    await until(() => isPlayable(file))
    const joined = await test.read(await test.app.storage.get(`media/${file.videoId}/original`))
    // Stored objects when the worker dies: the joined file, and the segments or the joined file again.
    await test.app.storage.put(`media/${file.videoId}/joined`, joined)
    if (!isReplaced) await test.app.storage.put(`media/${file.videoId}/original`, Buffer.concat(segments))
    await test.db.updateTable('recordings').set({ joined_at: null }).where('file_id', '=', file.id).execute()
    await test.db
      .updateTable('files')
      .set({ is_preparing: true, is_playable: false })
      .where('id', '=', file.id)
      .execute()
    await test.db.transaction().execute((trx) => sendPreparePlayback(trx, test.app, file.id))
    await until(() => isPlayable(file))
    expect((await originalOf(file)).duration).toBeCloseTo(12, 0)
    expect(await test.app.storage.head(`media/${file.videoId}/joined`)).toBeNull()
    const { row } = await originalOf(file)
    expect(row.original_size).toBe(joined.length)
    expect(await storageOf(file)).toBe(joined.length + row.derived_size)
  })
})

it('markers and interruptions become sections', { timeout: 120_000 }, async () => {
  const segments = [await recordSegment(one), await recordSegment(two)]
  const markers = [{ seconds: 2, note: '' }]
  const interruptions = [{ seconds: 6, missing: 2_520, reason: 'sleep' as const }]
  const file = await record({ segments, markers, interruptions })
  expect((await transcriptOf(file)).map(({ section_name }) => section_name)).toEqual(['マーカー1', '中断（42分）'])
})

it('a marker after a segment that cannot be read is where its words are', { timeout: 120_000 }, async () => {
  const [first, last] = [await recordSegment(one), await recordSegment(two)]
  const segments = [first, randomBytesOf(2, 50_000), last, first]
  const markers = [{ seconds: 68, note: '値段' }]
  const file = await record({ segments, begins: [0, 6, 66, 72], markers })
  expect((await transcriptOf(file)).map(({ section_name }) => section_name)).toEqual([null, '値段', null])
})

it('two channels are microphone and system: each has its speakers', { timeout: 120_000 }, async () => {
  const sides = [toneSamples(turn('one', 0.3, 6), 9), toneSamples(turn('six', 4.5, 6), 9)]
  const samples = new Int16Array(sides[0]!.length * 2)
  sides.forEach((side, channel) => side.forEach((sample, at) => (samples[at * 2 + channel] = sample)))
  const path = join(work, 'call.wav')
  await writeFile(path, encodeWav({ sampleRate: 16_000, channels: 2, samples }))
  const file = await record({ segments: [await recordSegment({ input: ['-i', path] })] })
  expect(
    (await transcriptOf(file)).map(({ speaker, content }) => `${speaker?.name}: ${content.split(' ')[0]}`),
  ).toEqual(['話者1: one', '話者2: six'])
})

describe('a recording without a transcript', () => {
  it.each([
    ['silence', async () => recordSegment(new Int16Array(16_000 * 5)), 'no-transcript'],
    ['garbage', async () => randomBytesOf(3, 30_000), 'pre-processing-failed'],
    [
      'a picture without sound',
      async () =>
        recordSegment(
          { input: ['-f', 'lavfi', '-i', 'color=red:size=320x180:rate=10', '-t', '2'] },
          { options: ['-c:v', 'libvpx', '-an'] },
        ),
      'no-audio-detected',
    ],
  ] as const)('of %s says why', { timeout: 60_000 }, async (_case, make, reason) => {
    const { file, stop } = await startRecording(test, folder, owner, { segments: [await make()] })
    await stop()
    await until(async () => expect((await read(file)).failed_reason).toBe(reason))
    await until(async () => expect((await test.app.storage.list(`speech/${file.videoId}/`)).length).toBe(0))
  })
})
