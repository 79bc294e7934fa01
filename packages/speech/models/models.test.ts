import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../testing/conformance/it-behaves-like-an-engine.ts'
import { downloadModel } from './download.ts'
import type { Progress } from './fetch-file.ts'
import { installedFiles, installedModels, voiceActivityModel } from './installed.ts'
import { openModelStore } from './model-store.ts'
import { registry, type ModelEntry } from './model-registry.ts'

// A prepared tar.bz2: talk/model.onnx ('the model'), talk/tokens.txt ('a 0'), talk/../../escape.txt.
const archive = Buffer.from(
  'QlpoOTFBWSZTWQb3oAAAAMH/gMuAAIBAAf+AAAggAG5P3kAMGCAAkgyoDQAAPU0AZNBFIUGhpo00aGgNAfsfcahm9ZSBZ5EFLaW4sNQ7dxrcrnUSAYDl0uLiyfrvQg4NTF8ldDArgYTVsaF8S2aB9YwKzFIVCB8FqHh43ejtngxRSFSDUpHDCxgk2slAijafQ85rsDLVOHGuioZkED8XckU4UJAG96AA',
  'base64',
)
const file = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 251))

/** A file server that can cut, change and refuse downloads, and records its requests. */
interface Remote {
  content: Buffer
  etag: string
  cutAfter?: number | undefined
  status?: number
  lastly?: () => void
}
let remote: Remote
let arrived = 0
let asked: { range: string | undefined; ifRange: string | undefined; status: number }[]
let server: Server
let url: string
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaiwa-models-'))
  remote = { content: file, etag: '"one"' }
  asked = []
  server = createServer((request, response) => {
    const range = request.headers.range
    const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    const fresh = range !== undefined && request.headers['if-range'] === remote.etag
    const status = remote.status ?? (fresh ? (start >= remote.content.length ? 416 : 206) : 200)
    asked.push({ range, ifRange: request.headers['if-range'] as string | undefined, status })
    const part = status === 206 ? remote.content.subarray(start) : remote.content
    if (status === 416)
      return void response.writeHead(416, { 'content-range': `bytes */${remote.content.length}` }).end()
    if (status >= 400) return void response.writeHead(status).end()
    response.writeHead(status, { etag: remote.etag, 'content-length': part.length })
    const { cutAfter } = remote
    if (cutAfter === undefined || cutAfter >= part.length) return void response.end(part)
    response.write(part.subarray(0, cutAfter))
    // Destroying the connection discards data that the client has not read, so wait until it has read everything.
    arrived = 0
    const from = status === 206 ? start : 0
    const cut = setInterval(() => {
      if (arrived < from + cutAfter) return
      clearInterval(cut)
      remote.lastly?.()
      setTimeout(() => response.destroy(), 20)
    }, 5)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

function entry(over: Partial<ModelEntry> = {}): ModelEntry {
  return {
    name: 'talk',
    kind: 'voice-activity',
    languages: [],
    licence: 'MIT',
    about: 'https://example.com/',
    url: `${url}/talk.onnx`,
    size: null,
    sha256: null,
    files: { model: 'talk.onnx' },
    ...over,
  }
}

function packed(over: Partial<ModelEntry> = {}) {
  return entry({
    kind: 'nemo-ctc',
    languages: ['ja'],
    url: `${url}/talk.tar.bz2`,
    files: { model: 'model.onnx', tokens: 'tokens.txt' },
    ...over,
  })
}

function sha256(content: Buffer) {
  return createHash('sha256').update(content).digest('hex')
}

const never = new AbortController().signal

function download(given: ModelEntry, signal = never, onProgress?: (progress: Progress) => void) {
  return downloadModel(given, folder, {
    signal,
    retryDelays: [1, 1, 1],
    onProgress: (progress) => {
      arrived = progress.received
      onProgress?.(progress)
    },
  })
}

function got() {
  return readFile(join(folder, 'talk', 'talk.onnx'))
}

describe('model download', () => {
  it('is verified, moved into place and reports progress', async () => {
    const seen: Progress[] = []
    expect(
      await download(entry({ size: file.length, sha256: sha256(file) }), never, (progress) => seen.push(progress)),
    ).toEqual({ size: file.length, sha256: sha256(file), pinned: false })
    expect(await got()).toEqual(file)
    expect(seen.at(-1)).toEqual({ received: file.length, total: file.length })
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  it('resumes after each cut until it is complete', async () => {
    remote.cutAfter = 70_000
    await download(entry())
    expect(await got()).toEqual(file)
    expect(asked.length).toBeGreaterThan(3)
    expect(asked[1]).toEqual({ range: 'bytes=70000-', ifRange: '"one"', status: 206 })
  })

  it('resumes after a restart of the program', async () => {
    remote.cutAfter = 100_000
    const stop = new AbortController()
    remote.lastly = () => setTimeout(() => stop.abort(), 10)
    expect(await failureOf(download(entry(), stop.signal))).toBe('aborted')
    remote = { content: file, etag: '"one"' }
    await download(entry())
    expect(await got()).toEqual(file)
    expect(asked.at(-1)).toMatchObject({ status: 206 })
  })

  it('starts from zero when the file has changed', async () => {
    const changed = Buffer.from(file).reverse()
    remote.cutAfter = 100_000
    remote.lastly = () => (remote = { content: changed, etag: '"two"' })
    await download(entry())
    expect(await got()).toEqual(changed)
    expect(asked.map((one) => one.status)).toEqual([200, 200])
  })

  it('does not resume without a strong validator', async () => {
    remote.etag = 'W/"weak"'
    remote.cutAfter = 100_000
    remote.lastly = () => (remote.cutAfter = undefined)
    await download(entry())
    expect(asked.map((one) => one.range)).toEqual([undefined, undefined])
    expect(await got()).toEqual(file)
  })

  it('pins the first checksum when no checksum is published, and rejects another one later', async () => {
    expect(await download(entry())).toEqual({ size: file.length, sha256: sha256(file), pinned: true })
    await rm(join(folder, 'talk'), { recursive: true })
    remote = { content: Buffer.from('something else'), etag: '"three"' }
    expect(await failureOf(download(entry()))).toBe('download-wrong-checksum')
    expect(await installedFiles(entry(), folder)).toBeUndefined()
  })

  it.each<[string, () => ModelEntry, () => void, string]>([
    ['a wrong checksum', () => entry({ sha256: '0'.repeat(64) }), () => {}, 'download-wrong-checksum'],
    ['a wrong size', () => entry({ size: 5 }), () => {}, 'download-wrong-checksum'],
    ['a missing file', () => entry(), () => (remote.status = 404), 'download-not-found'],
    ['a server that keeps failing', () => entry(), () => (remote.status = 503), 'download-failed'],
    ['an unreachable server', () => entry({ url: 'http://127.0.0.1:9/talk.onnx' }), () => {}, 'download-failed'],
    ['a broken archive', () => packed(), () => {}, 'download-bad-archive'],
  ])('fails with a typed error for %s and leaves no model', async (_name, given, arrange, code) => {
    arrange()
    expect(await failureOf(download(given()))).toBe(code)
    expect(await installedFiles(given(), folder)).toBeUndefined()
  })

  it('throws disk-full when the disk is full', async () => {
    await mkdir(join(folder, '.partial'))
    // This device fails every write like a full disk.
    await symlink('/dev/full', join(folder, '.partial', 'talk-talk.onnx'))
    expect(await failureOf(download(entry()))).toBe('disk-full')
  })

  it('replaces the file after a wrong checksum', async () => {
    expect(await failureOf(download(entry({ sha256: '0'.repeat(64) })))).toBe('download-wrong-checksum')
    await download(entry({ sha256: sha256(file) }))
    expect(await got()).toEqual(file)
  })
})

describe('archive', () => {
  beforeEach(() => {
    remote.content = archive
  })

  it('only the wanted files are extracted, and nothing outside the folder', async () => {
    await download(packed())
    expect((await readdir(join(folder, 'talk'))).sort()).toEqual(['model.onnx', 'tokens.txt'])
    expect(await readFile(join(folder, 'talk', 'model.onnx'), 'utf8')).toBe('the model')
    expect((await readdir(folder)).sort()).toEqual(['.partial', 'talk', 'talk.pin.json'])
  })

  it('without a required file it is rejected', async () => {
    expect(await failureOf(download(packed({ files: { model: 'other.onnx' } })))).toBe('download-bad-archive')
  })
})

describe('models in a folder', () => {
  it('form a set: recogniser, voice activity, voices', async () => {
    for (const { name, files } of registry) {
      await mkdir(join(folder, name))
      for (const file of Object.values(files)) await writeFile(join(folder, name, file), '')
    }
    const sets = await installedModels(folder)
    expect(sets.map((set) => [set.id, set.languages, set.detectsLanguage])).toEqual([
      ['parakeet-tdt_ctc-0.6b-ja-int8', ['ja'], false],
      ['zipformer-ja-reazonspeech', ['ja'], false],
      ['sense-voice-int8', ['zh', 'en', 'ja', 'ko', 'yue'], true],
    ])
    expect(await voiceActivityModel(folder)).toBe(join(folder, 'silero-vad', 'silero_vad.onnx'))
    expect(sets[0]?.voices?.segmentation).toContain('pyannote')
  })

  it('without a model for voice activity there the packaged one is used', async () => {
    expect(await voiceActivityModel(folder)).toMatch(/node_modules.*silero_vad_v6\.onnx$/)
  })

  it('are also found under the name of their archive', async () => {
    const [first] = registry
    const inside = join(folder, 'sherpa-onnx-nemo-parakeet-tdt_ctc-0.6b-ja-35000-int8')
    await mkdir(inside)
    for (const file of Object.values(first?.files ?? {})) await writeFile(join(inside, file), '')
    expect((await installedModels(folder)).map((set) => set.id)).toEqual([first?.name])
  })

  it('returns an empty list for an empty or missing folder', async () => {
    expect(await installedModels(folder)).toEqual([])
    expect(await installedModels(join(folder, 'nowhere'))).toEqual([])
  })
})

describe('model store', () => {
  it('downloads missing models and reports progress', async () => {
    const ready: string[] = []
    const modelStore = openModelStore([entry(), entry({ name: 'other' })], {
      folder,
      download: true,
      onReady: ({ name }) => ready.push(name),
    })
    expect([...modelStore.states().values()].map(({ state }) => state)).toContain('absent')
    await modelStore.whenIdle()
    expect(ready).toEqual(['talk', 'other'])
    expect(modelStore.states().get('talk')).toEqual({ state: 'ready', sha256: sha256(file), pinned: true })
  })

  it('only checks the folder when downloads are off', async () => {
    const modelStore = openModelStore([entry()], { folder, download: false })
    await modelStore.whenIdle()
    expect(modelStore.states().get('talk')).toEqual({ state: 'absent' })
    expect(asked).toEqual([])
  })

  it('continues with the other models when one fails', async () => {
    const modelStore = openModelStore([entry({ sha256: '0'.repeat(64) }), entry({ name: 'other' })], {
      folder,
      download: true,
      retryDelays: [],
    })
    await modelStore.whenIdle()
    expect(modelStore.states().get('talk')).toMatchObject({ state: 'failed', code: 'download-wrong-checksum' })
    expect(modelStore.states().get('other')).toMatchObject({ state: 'ready' })
  })

  it('stops when it is closed', async () => {
    remote.cutAfter = 1_000
    const modelStore = openModelStore([entry()], { folder, download: true })
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await modelStore.close()
    expect(modelStore.states().get('talk')).toEqual({ state: 'absent' })
  })
})
