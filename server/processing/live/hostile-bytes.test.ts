// Segments with bytes that no recorder writes, read while they are uploaded: real ffmpeg, a real engine, the real database.
import { toneSamples, toneTalk } from '@kaiwa/speech/testing'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { recordSegment, startRecording } from '../../test/factories/browser-recordings.ts'
import { createFolder, rootOf, type TestFile, type TestFolder } from '../../test/factories/items.ts'
import { makeToneEngine } from '../../test/factories/recordings.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { randomBytesOf } from '../../test/random-numbers.ts'
import { openEngines } from '../engines/open-engines.ts'

const SECONDS = 12

let test: TestApp
let owner: TestOwner
let folder: TestFolder
let models: { folder: string; remove: () => Promise<void> }
beforeAll(async () => {
  models = await makeToneEngine()
  test = await openTestApp({
    roles: ['api', 'worker'],
    env: { KAIWA_MODELS: models.folder, KAIWA_MODEL_DOWNLOAD: 'off', KAIWA_MAX_FILE_MINUTES: '60' },
  })
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
}, 300_000)
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
  await models.remove()
})

async function ffmpeg(args: readonly string[]): Promise<Buffer> {
  const { stdout } = await execa('ffmpeg', ['-nostdin', '-v', 'error', ...args, 'pipe:1'], { encoding: 'buffer' })
  return Buffer.from(stdout)
}

function speech(): Promise<Buffer> {
  return recordSegment(toneSamples(toneTalk(SECONDS), SECONDS))
}

const sine = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=3']
const black = ['-f', 'lavfi', '-i', 'color=black:size=64x64:rate=5:duration=3']
const live = ['-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']

/** Sound with a picture: 110 short packets, then others, each of them a day behind the one before. */
async function packetsFarApart(): Promise<Buffer> {
  const times = 'setts=ts=if(eq(N\\,0)\\,0\\,PREV_OUTPTS+if(lt(N\\,110)\\,0.07\\,2000)/TB)'
  const sound = ['-c:a', 'libopus', '-frame_duration', '2.5', '-application', 'lowdelay', '-bsf:a', times]
  return ffmpeg([...black, ...sine, '-c:v', 'libvpx', '-b:v', '20k', ...sound, ...live])
}

const EBML_HEAD = [0x1a, 0x45, 0xdf, 0xa3]
const SEGMENT = [0x18, 0x53, 0x80, 0x67]
const CODEC_PRIVATE = [0x63, 0xa2]

function element(id: readonly number[], body: Uint8Array, size = BigInt(body.length)): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(size | (1n << 56n))
  return Buffer.concat([Buffer.from(id), length, body])
}

function nestedSegments(): Buffer {
  let body: Buffer = Buffer.alloc(0)
  for (let depth = 0; depth < 3_000; depth += 1) body = element(SEGMENT, body)
  return Buffer.concat([element(EBML_HEAD, Buffer.alloc(0)), body])
}

async function emptyElements(): Promise<Buffer> {
  return Buffer.concat([(await speech()).subarray(0, 300), Buffer.alloc(4_000_000, Buffer.from([0xec, 0x80]))])
}

async function hugeCodecPrivate(): Promise<Buffer> {
  const bytes = await speech()
  bytes.set([0x08, 0x7f, 0xff, 0xff, 0xff], bytes.indexOf(Buffer.from(CODEC_PRIVATE)) + CODEC_PRIVATE.length)
  return bytes
}

async function giantPicture(): Promise<Buffer> {
  const bytes = await ffmpeg([...black, ...sine, '-c:v', 'libvpx', '-c:a', 'libopus', ...live])
  const size = bytes.indexOf(Buffer.from([0xb0, 0x81, 64, 0xba, 0x81, 64]))
  // Width and height of two bytes: the last one replaces the id of the height by a void element.
  bytes.set([0xb0, 0x82, 0xff, 0xff, 0xec, 0x80], size)
  return bytes
}

async function hundredTracks(): Promise<Buffer> {
  const tracks = Array.from({ length: 100 }, () => ['-map', '0:a']).flat()
  return ffmpeg([...sine, ...tracks, '-c:a', 'libopus', '-f', 'matroska', '-live', '1'])
}

/** An MP4 recording whose boxes of this kind are changed; `number` counts them from 0. */
async function mp4With(kind: string, change: (bytes: Buffer, body: number, number: number) => void): Promise<Buffer> {
  const bytes = await recordSegment({ input: sine }, { recorder: 'mp4' })
  for (let at = bytes.indexOf(kind), number = 0; at >= 0; at = bytes.indexOf(kind, at + 4), number += 1)
    change(bytes, at + 4, number)
  return bytes
}

function manySamples(): Promise<Buffer> {
  return mp4With('trun', (bytes, body) => bytes.writeUInt32BE(0xffff_fff0, body + 4))
}

function farFuture(): Promise<Buffer> {
  return mp4With('tfdt', (bytes, body, number) => {
    if (number > 0) bytes.writeBigUInt64BE(0x7fff_ffff_ffff_0000n, body + 4)
  })
}

function hugeData(): Promise<Buffer> {
  return mp4With('mdat', (bytes, body) => bytes.writeUInt32BE(0x7fff_ffff, body - 8))
}

async function otherChannels(): Promise<Buffer> {
  const [mono, stereo] = [[], ['-ac', '2']].map((options) =>
    recordSegment({ input: sine }, { recorder: 'ogg', options }),
  )
  return Buffer.concat([await mono!, await stereo!])
}

const notMedia = { status: 'failed', failed_reason: 'pre-processing-failed', note: { key: 'not-media' } }
const broken = { status: 'failed', failed_reason: 'pre-processing-failed', note: { key: 'broken-media' } }
const silent = { status: 'failed', failed_reason: 'no-transcript' }
const damaged = { status: 'processed', failed_reason: null, note: { key: 'damaged-parts' } }

it.each<[string, () => Promise<Buffer[]>, object]>([
  [
    'packets that are a day apart',
    async () => [await packetsFarApart()],
    { status: 'failed', failed_reason: 'max-file-size-exceeded', note: { key: 'too-long' } },
  ],
  ['random bytes', async () => [randomBytesOf(1, 200_000)], notMedia],
  [
    'other bytes after sound',
    async () => [Buffer.concat([(await speech()).subarray(0, 40_000), Buffer.alloc(500_000, 'kaiwa')])],
    damaged,
  ],
  ['a head of 2^56 bytes', async () => [element(EBML_HEAD, randomBytesOf(2, 50_000), (1n << 56n) - 2n)], broken],
  ['3,000 nested elements', async () => [nestedSegments()], broken],
  ['two million empty elements', async () => [await emptyElements()], broken],
  ['parameters of 2 GB', async () => [await hugeCodecPrivate()], damaged],
  ['a hundred tracks', async () => [await hundredTracks()], silent],
  ['a picture of 65,535 pixels', async () => [await giantPicture()], silent],
  ['fragments of four billion samples', async () => [await manySamples()], broken],
  ['a fragment in the far future', async () => [await farFuture()], silent],
  ['a fragment of 2 GB', async () => [await hugeData()], silent],
  ['a second head within a segment', async () => [Buffer.concat([await speech(), await speech()])], damaged],
  ['another number of channels within a segment', async () => [await otherChannels()], silent],
  ['heads without content', async () => Array.from({ length: 20 }, () => Buffer.from(EBML_HEAD)), broken],
  [
    'a broken segment between two good ones',
    async () => [await speech(), randomBytesOf(3, 5_000), await speech()],
    damaged,
  ],
])('%s', { timeout: 60_000 }, async (_case, make, expected) => {
  const recording = await startRecording(test, folder, owner, { segments: await make() }, { pieceBytes: 60_000 })
  await recording.stop()
  await vi.waitFor(async () => expect(await resultOf(recording.file)).toMatchObject({ is_preparing: false }), {
    timeout: 50_000,
    interval: 50,
  })
  expect(await resultOf(recording.file)).toMatchObject(expected)
})

function resultOf({ id }: TestFile) {
  return test.db
    .selectFrom('files')
    .select(['status', 'failed_reason', 'note', 'is_preparing'])
    .where('id', '=', id)
    .where('status', 'in', ['processed', 'failed'])
    .executeTakeFirst()
}
