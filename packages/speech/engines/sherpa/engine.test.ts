import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeSpeech } from '../../audio/speech-wav.ts'
import { descendants } from '@kaiwa/processes/descendants.ts'
import { failureOf, itBehavesLikeAnEngine } from '../../testing/conformance/it-behaves-like-an-engine.ts'
import { makeSenseVoiceModel } from '../../testing/tone-model/sense-voice-model.ts'
import { makeToneModels, type ToneModels } from '../../testing/tone-model/make-tone-models.ts'
import { toneSamples, toneTalk, toneWords, type ToneSpeech } from '../../testing/tone-model/tones.ts'
import { openVoiceActivity } from '../../voice-activity/voice-activity.ts'
import { openSherpa, type SherpaEngine } from './engine.ts'

const never = new AbortController().signal
let folder: string
let models: ToneModels
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaiwa-tones-'))
  models = await makeToneModels(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const counting: ToneSpeech[] = toneWords.map((word, n) => ({ word, start: 0.5 + n * 0.6, seconds: 0.3 }))

function speechOf(words: readonly ToneSpeech[]) {
  return encodeSpeech(toneSamples(words, 7))
}

itBehavesLikeAnEngine(
  'sherpa-onnx',
  async () => openSherpa(await makeToneModels(join(folder, 'heavy'), { effort: 100 }), { processes: 2 }),
  async () => ({
    language: 'en',
    unknownLanguage: 'ja',
    one: { wav: speechOf([{ word: 'four', start: 1, seconds: 0.4 }]), contains: 'four' },
    other: { wav: speechOf([{ word: 'nine', start: 2, seconds: 0.4 }]), contains: 'nine' },
    long: encodeSpeech(toneSamples(toneTalk(29), 29)),
  }),
)

describe('sherpa-onnx with real files and real decoding', { timeout: 30_000 }, () => {
  let engine: SherpaEngine
  beforeAll(() => {
    engine = openSherpa(models)
  })
  afterAll(() => engine.close())

  it('recognises every tone as its word at its time', async () => {
    const { words, language } = await engine.recognise({ wav: speechOf(counting), language: 'auto', signal: never })
    expect(words.map((word) => word.text)).toEqual([...toneWords])
    for (const [index, word] of words.entries())
      expect(Math.abs(word.start - (counting[index]?.start ?? 0))).toBeLessThan(0.06)
    expect(language).toBe('en')
  })

  it('detects voice activity with a model that the operator installed', async () => {
    const detector = openVoiceActivity(models.voiceActivity)
    const word = { word: 'four', start: 1, seconds: 0.4 } as const
    const [speech, ...others] = await detector.detect(toneSamples([word], 4), never)
    await detector.close()
    expect(others).toEqual([])
    expect(speech!.start).toBeCloseTo(1, 0)
    expect(speech!.end - speech!.start).toBeLessThan(1)
  })

  it('passes the language to a recogniser of several languages', async () => {
    const several = openSherpa(await makeSenseVoiceModel(join(folder, 'sense-voice')))
    const heard = async (language: string) => {
      const { words, language: given } = await several.recognise({ wav: speechOf(counting), language, signal: never })
      return `${given}: ${words.map(({ text }) => text).join(' ')}`
    }
    expect(await heard('auto')).toBe('ja: はい')
    expect(await heard('en')).toBe('en: yes')
    expect(await heard('ja')).toBe('ja: はい')
    expect(await heard('ko')).toBe('ko: 네')
    await several.close()
  })

  it('embeddings of the same tone are close, of other tones far', async () => {
    const samples = toneSamples(
      [
        { word: 'one', start: 0, seconds: 3 },
        { word: 'nine', start: 5, seconds: 3 },
        { word: 'one', start: 10, seconds: 3 },
      ],
      14,
    )
    const voices = (await engine.detectVoices?.(samples, never)) ?? []
    expect(voices).toHaveLength(3)
    const [first, second, third] = voices
    expect(likeness(first?.features, third?.features)).toBeGreaterThan(0.95)
    expect(likeness(first?.features, second?.features)).toBeLessThan(0.7)
  })

  it('starts a new process after the native process was killed', async () => {
    const heavy = openSherpa(await makeToneModels(join(folder, 'heavy'), { effort: 100 }))
    const before = descendants(process.pid).length
    const running = failureOf(
      heavy.recognise({ wav: encodeSpeech(toneSamples(toneTalk(29), 29)), language: 'en', signal: never }),
    )
    await expect.poll(() => descendants(process.pid).length, { interval: 5 }).toBeGreaterThan(before)
    for (const pid of descendants(process.pid)) process.kill(pid, 'SIGKILL')
    expect(await running).toBe('engine-crashed')
    expect((await heavy.recognise({ wav: speechOf(counting), language: 'en', signal: never })).words).toHaveLength(10)
    await heavy.close()
  })

  it('replaces a process that exceeds the memory limit', async () => {
    const small = openSherpa(models, { memoryLimit: 1 })
    const before = descendants(process.pid)
    await small.recognise({ wav: speechOf(counting), language: 'en', signal: never })
    await expect.poll(() => descendants(process.pid).filter((pid) => !before.includes(pid))).toEqual([])
    expect((await small.recognise({ wav: speechOf(counting), language: 'en', signal: never })).words).toHaveLength(10)
    await small.close()
  })

  it.each([
    ['a missing file', 'model-missing', async () => join(folder, 'nowhere.onnx')],
    [
      'a file that is not a model',
      'engine-crashed|engine-refused',
      async () => {
        await writeFile(join(folder, 'broken.onnx'), 'not a model')
        return join(folder, 'broken.onnx')
      },
    ],
  ])('throws a typed failure for %s', async (_name, codes, file) => {
    const broken = openSherpa({
      ...models,
      recogniser: { kind: 'nemo-ctc', model: await file(), tokens: join(folder, 'tokens.txt') },
    })
    expect(codes.split('|')).toContain(
      await failureOf(broken.recognise({ wav: speechOf(counting), language: 'en', signal: never })),
    )
    await broken.close()
  })
})

function likeness(a: readonly number[] = [], b: readonly number[] = []): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
