import { type Damage, type Encode, encodeWav, findDamage, type Segment } from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { mediaKey, WAVEFORM } from './keys.ts'
import { extractSpeech, type SpeechListener, type SpeechTrack } from './extract-speech.ts'
import { makePlayable, type Needs, type Playable } from './make-playable.ts'
import type { Recording } from './inspected-recording.ts'
import { runConcurrently } from './run-concurrently.ts'

/** `playable` is null if no sound was found: then the playback files are made later by a separate job. */
export type Prepared = Omit<SpeechTrack, 'waveform'> & {
  waveformSize: number
  playable: Playable | null
  damage: Damage
  /** Length of the longer of sound and video in seconds. */
  duration: number
}

/** Callbacks that receive the results of the pass while it runs. */
export type PassListener = SpeechListener & {
  /** Seconds of the recording made playable so far, about once per second. */
  onPlayable: (seconds: number) => void
}

/** A chunk as WAV, the format that every engine accepts. */
export function segmentWav(segment: Segment): Uint8Array<ArrayBuffer> {
  return encodeWav({ sampleRate: 16_000, channels: 1, samples: segment.samples })
}

/** Abort reason when the rest of a pass is left to a later job. */
const noSound = new Error('The recording contains no sound')

/**
 * Analyses the speech track of a recording and makes it playable, in parallel. Whether there is anything to transcribe
 * is known long before playback is ready: if there is nothing, the pass ends there. Throws SandboxFailure and
 * PreparationFailure.
 */
export async function preparePass(
  app: App,
  recording: Recording,
  signal: AbortSignal,
  { onPlayable, ...listener }: PassListener,
): Promise<Prepared> {
  const silent = new AbortController()
  const isAnalysed = Promise.withResolvers<Needs>()
  // The same failure also ends the work that waits for this promise.
  isAnalysed.promise.catch(() => undefined)
  const analyse = async (ended: AbortSignal) => {
    try {
      const { waveform, ...speech } = await extractSpeech(app, recording, ended, listener)
      const options = { contentType: 'application/json' }
      const { size } = await app.storage.put(mediaKey(recording.videoId, WAVEFORM), JSON.stringify(waveform), options)
      if (speech.segmentCount === 0) silent.abort(noSound)
      const { start, longGaps } = speech.placement
      isAnalysed.resolve({ encode: neededEncoding(speech), start, longGaps, seconds: speech.decodedSeconds })
      return { ...speech, waveformSize: size }
    } catch (error) {
      isAnalysed.reject(error)
      throw error
    }
  }
  const make = async (ended: AbortSignal): Promise<Playable | null> => {
    const either = AbortSignal.any([ended, silent.signal])
    try {
      return await makePlayable(app, recording, either, { onProgress: onPlayable, mayStore: isAnalysed.promise })
    } catch (error) {
      if (error === noSound) return null
      throw error
    }
  }
  const [speech, playable] = await runConcurrently(signal, [analyse, make])
  const { inspected } = recording
  // The stream is some milliseconds longer than its sound, because encoders fill their last packet.
  const isVideoLonger = playable !== null && playable.seconds > speech.decodedSeconds + PADDING_SECONDS
  const duration = isVideoLonger ? playable.seconds : speech.decodedSeconds
  const end = playable || !inspected.probe.video ? duration : inspected.duration
  const damage = findDamage({ ...inspected, ...speech, end })
  return { ...speech, playable, damage, duration }
}

const PADDING_SECONDS = 0.25
/** Less is what a decoder needs to begin. */
const MIN_DROPPED_SECONDS = 0.1

/** Streams that must be encoded instead of copied: players skip gaps of the sound and damaged packets. */
function neededEncoding({ placement, hasErrors }: Pick<SpeechTrack, 'placement' | 'hasErrors'>): Encode {
  const hasGaps = placement.gaps.length > 0 || placement.dropped > MIN_DROPPED_SECONDS
  if (!hasGaps) return 'nothing'
  return hasErrors ? 'everything' : 'sound'
}
