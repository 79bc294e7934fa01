import { encodeWav, type Segment } from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { mediaKey, WAVEFORM } from './keys.ts'
import { type Heard, type HearingListener, listen } from './listen.ts'
import { makePlayable, type Playable } from './make-playable.ts'
import type { Recording } from './recording.ts'
import { together } from './together.ts'

/** `playable` is null where nothing was heard: then what the player needs is made later, when nobody waits for it. */
export type Prepared = Omit<Heard, 'waveform'> & { waveformSize: number; playable: Playable | null }

/** Who is told of what the pass finds, while it runs. */
export type Listening = HearingListener & {
  /** Seconds of the recording that are made playable so far, about once a second. */
  onProgress: (seconds: number) => void
}

/** The wav file of a chunk, as every engine takes it. */
export const segmentWav = (segment: Segment): Uint8Array<ArrayBuffer> =>
  encodeWav({ sampleRate: 16_000, channels: 1, samples: segment.samples })

/** Why the rest of a pass is left for later. */
const silence = new Error('Nothing is heard in the recording')

/**
 * Hears a recording and makes it playable, side by side. Whether there is anything to transcribe is known long before all of
 * it is made: where there is nothing, nobody waits for the rest. Throws SandboxFailure and PreparationFailure.
 */
export const preparePass = async (
  app: App,
  recording: Recording,
  signal: AbortSignal,
  { onProgress, ...listener }: Listening,
): Promise<Prepared> => {
  const quiet = new AbortController()
  const isHeard = Promise.withResolvers<void>()
  // Who waits for it is ended by the same failure.
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
