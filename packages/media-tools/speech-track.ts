import { type AudioStream, heardTracks, type Probe } from './probe.ts'
import type { PcmFormat } from './tool-run.ts'

/** Sample rate of the speech track, as required by every engine. */
export const SPEECH_RATE = 16_000

/** Mono for all recordings except those of one stereo track, whose channels may be the two sides of a call. */
export function speechFormat(probe: Probe): PcmFormat {
  const tracks = heardTracks(probe)
  return { sampleRate: SPEECH_RATE, channels: tracks.length === 1 && tracks[0]!.channels === 2 ? 2 : 1 }
}

// Left, right, centre, low frequencies, two surround. Speech is mainly in the centre; the subwoofer has none.
const SURROUND_5_1 = [0.5, 0.5, 1, 0, 0.35, 0.35]

/**
 * Filter that mixes more than two channels to mono; '' for fewer. By channel index, because files with an unknown layout have no channel names.
 */
export function downmix({ channels }: AudioStream) {
  if (channels <= 2) return ''
  const weights = channels === 6 ? SURROUND_5_1 : Array.from({ length: channels }, () => 1)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const terms = weights.flatMap((weight, channel) => (weight ? `${(weight / sum).toFixed(4)}*c${channel}` : []))
  return `pan=mono|c0=${terms.join('+')}`
}

/**
 * Fills gaps and a late start of decoded sound with silence and drops what overlaps, so that it plays at its times
 * without a break. Samples before time 0 are not part of the recording.
 */
export const FILL_GAPS = 'atrim=start=0,aresample=async=1:min_hard_comp=0.05'

/** Filter graph that mixes tracks at their full level into `[mix]`; each is first converted by `format`. */
export function mixGraph(tracks: readonly AudioStream[], format: (track: AudioStream) => string): string {
  const inputs = tracks.map(
    (track, at) => `[0:${track.index}]atrim=start=0,aresample=async=1:first_pts=0,${format(track)}[track${at}]`,
  )
  const labels = tracks.map((_, at) => `[track${at}]`).join('')
  // The limiter prevents clipping where several tracks are loud; without it, the mix would have to be quieter.
  return `${inputs.join(';')};${labels}amix=inputs=${tracks.length}:normalize=0:dropout_transition=0,alimiter=level=0[mix]`
}

/**
 * Output options: decoded samples on standard output, in packets with their times (`timedPcmReader`), so that a late
 * start and gaps are seen (`soundTimeline`).
 */
export function speechOutput(probe: Probe): string[] {
  const { sampleRate, channels } = speechFormat(probe)
  const [first, ...others] = heardTracks(probe)
  if (!first) throw new TypeError('a recording without sound has no speech track')
  const source =
    others.length > 0
      ? [
          '-filter_complex',
          mixGraph([first, ...others], (track) => downmix(track) || 'aformat=channel_layouts=mono'),
          '-map',
          '[mix]',
        ]
      : ['-map', `0:${first.index}`, ...(downmix(first) ? ['-af', downmix(first)] : [])]
  return [
    source,
    ['-ac', String(channels), '-ar', String(sampleRate), '-c:a', 'pcm_s16le'],
    // Flushes every cluster of about 32 kB instead of every packet: each small write costs the reader an event loop turn.
    ['-flush_packets', '0', '-f', 'matroska', 'pipe:1'],
  ].flat()
}
