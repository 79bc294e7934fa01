import { encodeWav, type Segment } from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { mediaKey, WAVEFORM } from './keys.ts'
import { type Heard, type HearingListener, listen } from './listen.ts'
import { makePlayable, type Playable } from './make-playable.ts'
import type { Recording } from './recording.ts'
import { together } from './together.ts'

/** `playable` is null if no sound was found: then the playback files are made later by a separate job. */
export type Prepared = Omit<Heard, 'waveform'> & { waveformSize: number; playable: Playable | null }

/** Callbacks that receive the results of the pass while it runs. */
export type Listening = HearingListener & {
  /** Seconds of the recording made playable so far, about once per second. */
  onProgress: (seconds: number) => void
}

/** A chunk as WAV, the format that every engine accepts. */
export const segmentWav = (segment: Segment): Uint8Array<ArrayBuffer> =>
  encodeWav({ sampleRate: 16_000, channels: 1, samples: segment.samples })

/** Abort reason when the rest of a pass is left to a later job. */
const silence = new Error('The recording contains no sound')

/**
 * Analyses the speech track of a recording and makes it playable, in parallel. Whether there is anything to transcribe
 * is known long before playback is ready: if there is nothing, the pass ends there. Throws SandboxFailure and
 * PreparationFailure.
 */
export const preparePass = async (
  app: App,
  recording: Recording,
  signal: AbortSignal,
  { onProgress, ...listener }: Listening,
): Promise<Prepared> => {
  const quiet = new AbortController()
  const isHeard = Promise.withResolvers<void>()
  // The same failure also ends the work that waits for this promise.
  isHeard.promise.catch(() => undefined)
  const hear = async (over: AbortSignal) => {
    try {
      const { waveform, ...heard } = await listen(app, recording, over, listener)
      const options = { contentType: 'application/json' }
      const { size } = await app.storage.put(mediaKey(recording.videoId, WAVEFORM), JSON.stringify(waveform), options)
      if (heard.segmentCount === 0) quiet.abort(silence)
      isHeard.resolve()
      return { ...heard, waveformSize: size }
    } catch (error) {
      isHeard.reject(error)
      throw error
    }
  }
  const make = async (over: AbortSignal): Promise<Playable | null> => {
    const either = AbortSignal.any([over, quiet.signal])
    try {
      return await makePlayable(app, recording, either, { onProgress, mayKeep: isHeard.promise })
    } catch (error) {
      if (error === silence) return null
      throw error
    }
  }
  const [heard, playable] = await together(signal, [hear, make])
  return { ...heard, playable }
}
