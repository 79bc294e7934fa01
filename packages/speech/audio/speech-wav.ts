import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { decodeWav, encodeWav } from '@kaiwa/media-tools/wav.ts'
import { MAX_ENGINE_SEGMENT_SECONDS } from '../engine.ts'
import { SpeechFailure } from '../speech-failure.ts'

/** Decodes a 16 kHz mono s16 wav of at most 30 s. Throws `bad-wav` or `segment-too-long`. */
export function decodeSegment(wav: Uint8Array): Int16Array {
  const samples = decodeSpeech(wav)
  if (samples.length > (MAX_ENGINE_SEGMENT_SECONDS + 0.05) * SPEECH_RATE)
    throw new SpeechFailure(
      'segment-too-long',
      `${(samples.length / SPEECH_RATE).toFixed(1)} s is more than ${MAX_ENGINE_SEGMENT_SECONDS} s`,
    )
  return samples
}

/** Decodes a 16 kHz mono s16 wav of any length. Throws `bad-wav`. */
export function decodeSpeech(file: Uint8Array): Int16Array {
  const wav = decodeWav(file)
  if (!wav) throw new SpeechFailure('bad-wav', 'not a wav file of 16-bit samples')
  if (wav.channels !== 1 || wav.sampleRate !== SPEECH_RATE)
    throw new SpeechFailure('bad-wav', `expected 16 kHz mono, got ${wav.sampleRate} Hz, ${wav.channels} channels`)
  return wav.samples
}

/** Encodes samples as a wav file: 16 kHz, mono, s16. */
export function encodeSpeech(samples: Int16Array): Uint8Array<ArrayBuffer> {
  return encodeWav({ sampleRate: SPEECH_RATE, channels: 1, samples })
}

/** Converts samples to floats of -1 to 1, as native engines and the feature extraction need them. */
export function toFloat(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) floats[i] = (samples[i] ?? 0) / 32_768
  return floats
}
