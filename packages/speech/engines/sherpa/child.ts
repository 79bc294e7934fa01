// The only file that loads native code. It runs in a separate process under plain Node, because a broken model can
// crash the process. Each child has one thread and a low priority; the parent restarts it when it dies or uses too much
// memory.
import { constants, setPriority } from 'node:os'
import sherpa, { type OfflineRecognizer } from 'sherpa-onnx-node'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import type { Voice } from '../../diarisation/voice.ts'
import type { Interval } from '../../engine.ts'
import { recogniserConfig, voiceActivityConfig, voicesConfig } from './configs.ts'
import type { Reply, Request, TaskResult } from './messages.ts'
import type { NativeModels } from './sherpa-models.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

setPriority(constants.priority.PRIORITY_LOW)
const models = JSON.parse(process.argv[2] ?? '') as NativeModels

// Models are loaded on first use.
function loaded<T>(open: () => T) {
  let part: T | undefined
  return () => (part ??= open())
}

const vad = loaded(() => {
  if (!models.voiceActivity) throw new Error('no model for voice activity')
  return new sherpa.Vad(voiceActivityConfig(models.voiceActivity), 60)
})

/**
 * The recogniser for a language. A model that accepts a language gets it when it is loaded, so it is loaded again for
 * another language; only one recogniser is kept.
 */
let current: { language: string; recogniser: OfflineRecognizer } | undefined
function recogniserFor(language: string): OfflineRecognizer {
  if (!models.recogniser) throw new Error('no recogniser')
  const told = models.recogniser.kind === 'sense-voice' ? language : ''
  if (current?.language !== told)
    current = { language: told, recogniser: new sherpa.OfflineRecognizer(recogniserConfig(models.recogniser, told)) }
  return current.recogniser
}
const voices = loaded(() => {
  if (!models.voices) throw new Error('no models for voices')
  const config = voicesConfig(models.voices)
  return {
    diariser: new sherpa.OfflineSpeakerDiarization(config),
    embedder: new sherpa.SpeakerEmbeddingExtractor(config.embedding),
  }
})

process.on('message', (request: Request) => {
  const reply = (answer: { result: TaskResult } | { error: string }) =>
    process.send?.({ id: request.id, memory: process.memoryUsage.rss(), ...answer } satisfies Reply)
  try {
    reply({ result: perform(request) })
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) })
  }
  // Samples are outside the JavaScript heap and rarely trigger garbage collection; without this call about 200 chunks
  // accumulate.
  setImmediate(() => globalThis.gc?.())
})
// The parent has exited.
process.on('disconnect', () => process.exit(0))

function perform(request: Request): TaskResult {
  switch (request.task) {
    case 'recognise':
      return recognise(request.samples, request.language)
    case 'voices':
      return { task: 'voices', voices: detectVoices(request.samples) }
    case 'voice-activity':
      return { task: 'voice-activity', speech: detectVoiceActivity(request.samples) }
  }
}

function recognise(samples: Float32Array, language: string): TaskResult {
  const recogniser = recogniserFor(language)
  const stream = recogniser.createStream()
  stream.acceptWaveform({ samples, sampleRate: SPEECH_RATE })
  recogniser.decode(stream)
  const { tokens, timestamps, durations, ys_log_probs, lang } = recogniser.getResult(stream)
  const words = wordsOfTokens(
    { tokens, timestamps, durations, logProbabilities: ys_log_probs },
    samples.length / SPEECH_RATE,
  )
  return {
    task: 'recognise',
    language: lang.replace(/[<|>]/g, '') || null,
    words,
  }
}

/** Stretches of speech in seconds. */
function detectVoiceActivity(samples: Float32Array): Interval[] {
  const detector = vad()
  detector.reset()
  // The last window is padded with silence; otherwise its samples would be ignored.
  for (let at = 0; at < samples.length; at += 512) {
    const window = new Float32Array(512)
    window.set(samples.subarray(at, at + 512))
    detector.acceptWaveform(window)
  }
  detector.flush()
  const found: Interval[] = []
  for (; !detector.isEmpty(); detector.pop()) {
    const { start, samples: part } = detector.front(false)
    found.push({ start: start / SPEECH_RATE, end: (start + part.length) / SPEECH_RATE })
  }
  return found
}

/** Stretches of one voice with their embeddings. Speakers are assigned later, over the whole recording. */
function detectVoices(samples: Float32Array): Voice[] {
  const { diariser, embedder } = voices()
  return diariser.process(samples).flatMap(({ start, end }) => {
    const stream = embedder.createStream()
    stream.acceptWaveform({ samples: samples.slice(start * SPEECH_RATE, end * SPEECH_RATE), sampleRate: SPEECH_RATE })
    stream.inputFinished()
    if (!embedder.isReady(stream)) return []
    return [{ start, end, kind: 'embedding' as const, features: [...embedder.compute(stream, false)] }]
  })
}
