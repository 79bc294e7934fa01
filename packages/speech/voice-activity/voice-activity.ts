import { createRequire } from 'node:module'
import { toFloat } from '../audio/speech-wav.ts'
import type { Interval } from '../engine.ts'
import { openSherpaProcess } from '../engines/sherpa/process.ts'
import { openWorkerPool } from '../processes/worker-pool.ts'
import { SpeechFailure, throwIfAborted } from '../speech-failure.ts'

/**
 * Finds speech in sound. This is the only judge of what is passed to an engine and of which words are kept; the energy
 * gate only skips long silence before.
 */
export interface VoiceActivity {
  /** The stretches of speech of a segment, in order, in seconds from its start. */
  detect(samples: Int16Array, signal: AbortSignal): Promise<Interval[]>
  close(): Promise<void>
}

/**
 * Path of the voice activity model that is part of the installation: silero VAD, version 6 (MIT), a file of the package
 * @ricky0123/vad-web. Nothing else of that package is used.
 */
export function packagedVoiceActivityModel(): string {
  return createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_v6.onnx')
}

/**
 * Opens the detector with one native process, which starts at the first call. It takes less than a hundredth of the
 * time of the sound, so one process serves all engines of a worker.
 */
export function openVoiceActivity(model: string = packagedVoiceActivityModel()): VoiceActivity {
  const processes = openWorkerPool(1, () => openSherpaProcess({ voiceActivity: model }))
  return {
    async detect(samples, signal) {
      throwIfAborted(signal)
      if (samples.length === 0) return []
      const result = await processes.run({ task: 'voice-activity', samples: toFloat(samples) }, signal)
      if (result.task !== 'voice-activity')
        throw new SpeechFailure('bad-answer', `asked for voice activity, got ${result.task}`)
      return result.speech
    },
    close: () => processes.close(),
  }
}
