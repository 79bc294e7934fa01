import type { AudioStream } from './probe.ts'
import type { PcmFormat } from './tool-run.ts'

/** Samples a second of the speech track: what every engine takes. */
export const SPEECH_RATE = 16_000

/** One channel for everything but stereo, whose two channels may be the two sides of a call. */
export const speechFormat = (audio: AudioStream): PcmFormat => ({
  sampleRate: SPEECH_RATE,
  channels: audio.channels === 2 ? 2 : 1,
})

// Left, right, centre, low frequencies, two surround: people speak in the centre, and the subwoofer says nothing.
const SURROUND_5_1 = [0.5, 0.5, 1, 0, 0.35, 0.35]

/** Mixes more than two channels to one by number, not by name: files with an unknown layout have no names. */
function downmix({ channels }: AudioStream) {
  if (channels <= 2) return ''
  const weights = channels === 6 ? SURROUND_5_1 : Array.from({ length: channels }, () => 1)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const terms = weights.flatMap((weight, channel) => (weight ? `${(weight / sum).toFixed(4)}*c${channel}` : []))
  return `pan=mono|c0=${terms.join('+')},`
}

/** Raw samples on standard output, sample 0 at time 0 of the recording: a track that starts late is preceded by silence, gaps are filled. */
export function speechOutput(audio: AudioStream): string[] {
  const { sampleRate, channels } = speechFormat(audio)
  return [
    ['-map', `0:${audio.index}`, '-af', `${downmix(audio)}aresample=async=1:first_pts=0`],
    // Written when 32 kB are there, not frame by frame: each small write costs its reader a buffer and a turn of its loop.
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
