// The only file that loads native code. It runs in a separate process under plain Node, because a broken model can
// crash the process. Each child has one thread and a low priority; the parent restarts it when it dies or uses too much
// memory.
import { constants, setPriority } from 'node:os'
import sherpa from 'sherpa-onnx-node'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import type { Voice } from '../../diarisation/voice.ts'
import { recogniserConfig, voiceActivityConfig, voicesConfig } from './configs.ts'
import type { Reply, Request, TaskResult } from './messages.ts'
import type { SherpaModels } from './sherpa-models.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

setPriority(constants.priority.PRIORITY_LOW)
const models = JSON.parse(process.argv[2] ?? '') as SherpaModels

// Models are loaded on first use, so a silent chunk loads none.
function loaded<T>(open: () => T) {
  let part: T | undefined
  return () => (part ??= open())
}

const recogniser = loaded(() => new sherpa.OfflineRecognizer(recogniserConfig(models.recogniser)))
const vad = loaded(() =>
  models.voiceActivity ? new sherpa.Vad(voiceActivityConfig(models.voiceActivity), 60) : undefined,
)
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
    reply({
      result:
        request.task === 'recognise'
          ? recognise(request.samples)
          : { task: 'voices', voices: detectVoices(request.samples) },
    })
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) })
  }
  // Samples are outside the JavaScript heap and rarely trigger garbage collection; without this call about 200 chunks
  // accumulate.
  setImmediate(() => globalThis.gc?.())
})
// The parent has exited.
process.on('disconnect', () => process.exit(0))

function recognise(samples: Float32Array): TaskResult {
  const spoken = detectVoiceActivity(samples)
  if (spoken?.length === 0) return { task: 'recognise', language: null, words: [] }
  const stream = recogniser().createStream()
  stream.acceptWaveform({ samples, sampleRate: SPEECH_RATE })
  recogniser().decode(stream)
  const { tokens, timestamps, durations, ys_log_probs, lang } = recogniser().getResult(stream)
  const words = wordsOfTokens(
    { tokens, timestamps, durations, logProbabilities: ys_log_probs },
    samples.length / SPEECH_RATE,
  )
  return {
    task: 'recognise',
    language: lang.replace(/[<|>]/g, '') || null,
    // Words outside of voice activity are inventions of the recogniser.
    words: spoken
      ? words.filter((word) => spoken.some(({ start, end }) => word.start < end + 0.5 && word.end > start - 0.5))
      : words,
  }
}

/** Times of voice activity in seconds; undefined without a model for it. */
function detectVoiceActivity(samples: Float32Array): { start: number; end: number }[] | undefined {
  const detector = vad()
  if (!detector) return undefined
  detector.reset()
  // The last window is padded with silence; otherwise its samples would be ignored.
  for (let at = 0; at < samples.length; at += 512) {
    const window = new Float32Array(512)
    window.set(samples.subarray(at, at + 512))
    detector.acceptWaveform(window)
  }
  detector.flush()
  const found: { start: number; end: number }[] = []
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
