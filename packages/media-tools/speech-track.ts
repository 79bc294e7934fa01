import type { AudioStream } from './probe.ts'
import type { PcmFormat } from './tool-run.ts'

/** Sample rate of the speech track, as required by every engine. */
export const SPEECH_RATE = 16_000

/** Mono for all recordings except stereo, whose channels may be the two sides of a call. */
export function speechFormat(audio: AudioStream): PcmFormat {
  return {
    sampleRate: SPEECH_RATE,
    channels: audio.channels === 2 ? 2 : 1,
  }
}

// Left, right, centre, low frequencies, two surround. Speech is mainly in the centre; the subwoofer has none.
const SURROUND_5_1 = [0.5, 0.5, 1, 0, 0.35, 0.35]

/**
 * Mixes more than two channels to mono, by channel index, because files with an unknown layout have no channel names.
 */
function downmix({ channels }: AudioStream) {
  if (channels <= 2) return ''
  const weights = channels === 6 ? SURROUND_5_1 : Array.from({ length: channels }, () => 1)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const terms = weights.flatMap((weight, channel) => (weight ? `${(weight / sum).toFixed(4)}*c${channel}` : []))
  return `pan=mono|c0=${terms.join('+')},`
}

/**
 * Output options: raw samples on standard output, with sample 0 at time 0 of the recording. A track that starts late is
 * preceded by silence, and gaps are filled.
 */
export function speechOutput(audio: AudioStream): string[] {
  const { sampleRate, channels } = speechFormat(audio)
  return [
    ['-map', `0:${audio.index}`, '-af', `${downmix(audio)}aresample=async=1:first_pts=0`],
    // Flushes every 32 kB instead of every frame: each small write costs the reader a buffer and an event loop turn.
    [
      '-ac',
      String(channels),
      '-ar',
      String(sampleRate),
      '-c:a',
      'pcm_s16le',
      '-flush_packets',
      '0',
      '-f',
      's16le',
      'pipe:1',
    ],
  ].flat()
}
