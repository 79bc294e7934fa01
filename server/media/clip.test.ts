// Clips of real recordings: length, sound and picture at given times, and access.
import { EventEmitter } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportClip } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { execa } from 'execa'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_ANSWERS_PER_ACCOUNT, takeAnswerSlot } from '../platform/http/slow-answers.ts'
import { SandboxFailure } from '../platform/sandbox/sandbox-failure.ts'
import { testFolder } from '../platform/sandbox/test-folder.ts'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { uploadRecording } from '../test/factories/recordings.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { clipFailure, makeClip } from './make-clip.ts'
import { mediaKey } from './keys.ts'

/** Red and silent until 10 s, then lime with a tone until 15 s; the keyframes are 4 s apart. */
const CHANGE = 10
const END = 15

let test: TestApp
let owner: TestOwner
let viewer: TestUser
let folder: TestFolder
let video: TestFile
let sound: TestFile
let made: Awaited<ReturnType<typeof testFolder>>

function ffmpeg(...args: string[]) {
  return execa('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { encoding: 'buffer' })
}

beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_MODEL_DOWNLOAD: 'off' } })
  made = await testFolder()
  const path = join(made.path, 'change.mp4')
  const colours = [`color=red:s=320x180:r=25:d=${CHANGE}`, `color=lime:s=320x180:r=25:d=${END - CHANGE}`]
  const tone = `aevalsrc='if(gte(t,${CHANGE}),0.5*sin(2*PI*440*t),0)':s=48000:d=${END}`
  await ffmpeg(
    ...[...colours, tone].flatMap((source) => ['-f', 'lavfi', '-i', source]),
    ...'-filter_complex [0:v][1:v]concat=n=2:v=1[v] -map [v] -map 2:a'.split(' '),
    ...'-c:v libx264 -pix_fmt yuv420p -g 100 -sc_threshold 0 -c:a aac'.split(' '),
    path,
  )
  const soundPath = join(made.path, 'change.m4a')
  await ffmpeg('-i', path, '-vn', '-c', 'copy', soundPath)
  owner = await createOwner(test.db)
  viewer = await createMember(test.db, owner, ROLE.guest)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  await assign(test.db, folder, viewer, ROLE.viewer)
  video = await uploadRecording(test, folder, path, { creator: owner, name: '商談 "初回".mp4' })
  sound = await uploadRecording(test, folder, soundPath, { creator: owner })
  await test.settle()
}, 120_000)
afterAll(async () => {
  await made[Symbol.asyncDispose]()
  await test.close()
})

async function take(query: string, { id }: { id: number } = video, as: { token: string } = owner) {
  const answer = await test.http.inject({
    url: `/api/files/${id}/clip?${query}`,
    headers: { authorization: `Bearer ${as.token}` },
  })
  const isFile = answer.statusCode === 200
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: answer.rawPayload,
    body: isFile ? null : answer.json<{ error: string; reason?: string; errors?: Record<string, string[]> }>(),
  }
}

/** Streams, length, loudness by 10 ms and colours by picture of a clip. */
async function examine(bytes: Buffer) {
  const path = join(made.path, 'clip')
  await writeFile(path, bytes)
  const probe = await execa('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name:format=duration', '-of', 'json', path]) // prettier-ignore
  const { streams, format } = JSON.parse(probe.stdout) as {
    streams: { codec_name: string }[]
    format: { duration: string }
  }
  const { stdout } = await ffmpeg('-i', path, '-ac', '1', '-ar', '16000', '-f', 's16le', '-')
  const samples = new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
  const loudness = Array.from({ length: Math.floor(samples.length / 160) }, (_, at) =>
    Math.max(...samples.subarray(at * 160, at * 160 + 160).map(Math.abs)),
  )
  const codecs = streams.map(({ codec_name }) => codec_name)
  const colours = codecs.includes('h264')
    ? (await ffmpeg('-i', path, '-vf', 'scale=1:1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-')).stdout
    : new Uint8Array()
  return {
    codecs,
    seconds: Number(format.duration),
    soundSeconds: samples.length / 16_000,
    /** First 10 ms with the tone. */
    toneAt: loudness.findIndex((peak) => peak > 3000) / 100,
    /** Number of pictures before the first lime one, and in all. */
    redPictures: Array.from({ length: colours.length / 3 }, (_, at) => colours[at * 3]! > 128).indexOf(false),
    pictures: colours.length / 3,
  }
}

describe('a clip', () => {
  it.each([
    ['within a segment', 9.5, 11.25],
    ['across keyframes', 3.1, 13.7],
    ['that begins between two pictures', 9.99, 12.345],
  ])('of sound %s is exact', async (_, start, end) => {
    for (const file of [video, sound]) {
      const { status, headers, bytes } = await take(`start=${start}&end=${end}`, file)
      expect([status, headers['content-type']]).toEqual([200, 'audio/mp4'])
      expect(Number(headers['content-length'])).toBe(bytes.length)
      const clip = await examine(bytes)
      expect(clip.codecs).toEqual(['aac'])
      expect(clip.seconds).toBeCloseTo(end - start, 1)
      expect(clip.toneAt).toBeGreaterThan(CHANGE - start - 0.03)
      expect(clip.toneAt).toBeLessThan(CHANGE - start + 0.03)
    }
  })

  it.each([
    ['within a segment', 9.5, 11.25],
    ['across keyframes', 3.1, 13.7],
  ])('of video %s shows the pictures of its sound', async (_, start, end) => {
    const { status, headers, bytes } = await take(`start=${start}&end=${end}&kind=video`)
    expect([status, headers['content-type']]).toEqual([200, 'video/mp4'])
    const clip = await examine(bytes)
    expect(clip.codecs.toSorted()).toEqual(['aac', 'h264'])
    expect(clip.seconds).toBeCloseTo(end - start, 1)
    expect(clip.pictures / 25).toBeCloseTo(end - start, 1)
    expect(clip.redPictures / 25).toBeCloseTo(CHANGE - start, 1)
    expect(clip.toneAt).toBeCloseTo(CHANGE - start, 1)
  })

  it('ends with the recording, and never after it', async () => {
    const clip = await examine((await take(`start=14&end=99`)).bytes)
    expect(clip.seconds).toBeCloseTo(1, 1)
  })

  it.each([
    ['sound starts late', { sound: [20, 30], tone: 21, pictures: [0, 30] }, -0.01],
    ['pictures end early', { sound: [0, 30], tone: 11, pictures: [0, 6] }, 1],
    ['pictures start late', { sound: [0, 30], tone: 11, pictures: [24, 30] }, 1],
  ] as const)('of a recording whose %s has the sound and pictures of its times', async (name, of, toneAt) => {
    const path = join(made.path, `${name}.mkv`)
    const [sound, pictures] = [of.sound, of.pictures].map(([from, to]) => ({ from, length: to - from }))
    const tone = `aevalsrc='if(gte(t,${of.tone - sound!.from}),0.5*sin(2*PI*440*t),0)':s=48000:d=${sound!.length}`
    const colour = `color=red:s=160x90:r=25:d=${pictures!.length}`
    const options = `-itsoffset ${pictures!.from} -f lavfi -i ${colour} -itsoffset ${sound!.from} -f lavfi -i`.split(
      ' ',
    )
    const codecs = '-map 0:v -map 1:a -c:v libx264 -pix_fmt yuv420p -g 50 -c:a aac'.split(' ')
    await ffmpeg(...options, tone, ...codecs, path)
    const file = await uploadRecording(test, folder, path, { creator: owner })
    await test.settle()
    for (const kind of ['audio', 'video']) {
      const { status, bytes } = await take(`start=10&end=14&kind=${kind}`, file)
      expect(status).toBe(200)
      const clip = await examine(bytes)
      expect(clip.seconds).toBeCloseTo(4, 1)
      expect(clip.toneAt).toBeCloseTo(toneAt, 1)
      // 30 a second where the rate is unknown, because the stream begins without pictures.
      expect(kind === 'audio' ? [0] : [100, 120]).toContain(clip.pictures)
    }
  })

  it('is named like the file, with its times', async () => {
    const { headers } = await take('start=9.5&end=11.25')
    expect(headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('商談 _初回_ 00-09_00-11.m4a')}`,
    )
    expect(headers['cache-control']).toBe('private, no-store')
  })
})

describe('refuses', () => {
  it.each([
    ['a start after the end', 'start=5&end=4', { end: ['min'] }],
    ['nothing', 'start=5&end=5', { end: ['min'] }],
    ['less than a sample', 'start=5&end=5.0000001', { end: ['min'] }],
    ['a start behind the recording', 'start=15.5&end=16', { start: ['max'] }],
    ['video of a recording without', 'start=1&end=2&kind=video', { kind: ['incorrect'] }],
  ])('%s', async (_, query, errors) => {
    const { status, body } = await take(query, sound)
    expect([status, body?.errors]).toEqual([422, errors])
  })

  it.each(['start=NaN&end=2', 'start=1&end=Infinity', 'start=-1&end=2', 'start=1', 'start=1&end=1e300', 'start=1&start=2&end=3', 'start=1&end=2&kind=exe', 'start=a%27%3B&end=2'])(
    'the query %s', async (query) => expect((await take(query)).status).toBe(422),
  ) // prettier-ignore

  it('more than half an hour of sound, and ten minutes of video', async () => {
    await test.db.updateTable('files').set({ duration: 4000 }).where('id', '=', video.id).execute()
    const tooLong = { audio: LIMITS.clipMinutes * 60 + 1, video: LIMITS.videoClipMinutes * 60 + 1 }
    for (const [kind, seconds] of Object.entries(tooLong))
      expect((await take(`start=10&end=${10 + seconds}&kind=${kind}`)).body?.errors).toEqual({ end: ['max'] })
    await test.db.updateTable('files').set({ duration: END }).where('id', '=', video.id).execute()
  })

  it('viewers, as the download, people without access, and files without a stream', async () => {
    const query = 'start=1&end=2'
    expect((await take(query, video, viewer)).body?.error).toBe('E_FORBIDDEN')
    expect((await take(query, video, await createOwner(test.db))).body?.error).toBe('E_NOT_FOUND')
    const silent = await createFile(test.db, folder, { creator: owner })
    expect((await take(query, silent)).body?.error).toBe('E_NOT_FOUND')
    await test.db.updateTable('files').set({ is_playable: false }).where('id', '=', silent.id).execute()
    expect((await take(query, silent)).body).toMatchObject({ error: 'E_CONFLICT', reason: 'state' })
    expect((await test.call(exportClip, { params: { fileId: video.id }, query: { start: 1, end: 2 } })).status).toBe(
      401,
    )
  })

  it('a caller with as many answers in progress as an account may have, before the clip is made', async () => {
    const person = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, person, ROLE.editor)
    const connections = Array.from({ length: MAX_ANSWERS_PER_ACCOUNT }, () => new EventEmitter())
    for (const raw of connections) takeAnswerSlot({ raw, request: { actor: person } } as unknown as FastifyReply)
    const reads = vi.spyOn(test.app.storage, 'get')
    expect((await take('start=1&end=2', video, person)).status).toBe(429)
    expect(reads).not.toHaveBeenCalled()
    reads.mockRestore()
    for (const raw of connections) raw.emit('close')
    expect((await take('start=1&end=2', video, person)).status).toBe(200)
  })

  it('a clip that takes too much', () => {
    expect(clipFailure(new SandboxFailure('too-large', 'ffmpeg'))).toMatchObject({
      details: { errors: { end: ['max'] } },
    })
    for (const kind of ['timeout', 'memory'] as const)
      expect(clipFailure(new SandboxFailure(kind, 'ffmpeg'))).toMatchObject({ code: 'E_UNAVAILABLE' })
  })

  it('a caller whose access ended while the clip was made', async () => {
    const person = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, folder, person, ROLE.editor)
    expect((await take('start=1&end=2', video, person)).status).toBe(200)
    const { get } = test.app.storage
    // The second read of the stream is the part of the clip: the rights were checked before it.
    let reads = 0
    test.app.storage.get = async (key, range) => {
      if (key === mediaKey(video.videoId, 'media.ts') && (reads += 1) === 2)
        await test.db.deleteFrom('item_roles').where('user_id', '=', person.id).execute()
      return get(key, range)
    }
    expect((await take('start=1&end=2', video, person)).body?.error).toBe('E_NOT_FOUND')
    test.app.storage.get = get
    expect(reads).toBe(2)
  })
})

describe('a client that leaves', () => {
  const order = () => ({ videoId: video.videoId, kind: 'video' as const, start: 1, end: 14, duration: END })
  const turn = () => ({ accountId: owner.id, workspaceId: owner.workspaceId })
  const workFiles = async () => (await readdir(join(test.app.config.dataFolder, 'work'), { recursive: true })).filter((name) => /\.(ts|mp4)$/.test(name)) // prettier-ignore

  it('ends the work, and leaves no file', async () => {
    const leaving = new AbortController()
    const { storage } = test.app
    const get: typeof storage.get = (key, range) => {
      // The programs begin after the second read of the stream.
      if (key.endsWith('media.ts') && range?.start === 0) setTimeout(() => leaving.abort(new Error('left')), 150)
      return storage.get(key, range)
    }
    const app = { ...test.app, storage: { ...storage, get } }
    await expect(makeClip(app, order(), turn(), leaving.signal)).rejects.toThrow('left')
    expect(await workFiles()).toEqual([])
  })

  it('ends the copy of the stream with the reason of the signal', async () => {
    const leaving = new AbortController()
    const { storage } = test.app
    const get: typeof storage.get = (key, range) => {
      if (range) leaving.abort(new Error('left'))
      return storage.get(key, range)
    }
    const app = { ...test.app, storage: { ...storage, get } }
    await expect(makeClip(app, order(), turn(), leaving.signal)).rejects.toThrow('left')
    expect(await workFiles()).toEqual([])
  })

  it('gives up its place in the queue', async () => {
    const leaving = new AbortController()
    const first = makeClip(test.app, order(), turn(), new AbortController().signal)
    const second = makeClip(test.app, order(), turn(), leaving.signal)
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    await (await first).close()
    expect(await workFiles()).toEqual([])
  })

  it('a third concurrent clip of one account is refused', async () => {
    const clips = [1, 2].map(() => makeClip(test.app, order(), turn(), new AbortController().signal))
    await expect(makeClip(test.app, order(), turn(), new AbortController().signal)).rejects.toMatchObject({
      code: 'E_TOO_MANY_REQUESTS',
    })
    for (const clip of clips) await (await clip).close()
  })
})
