import { fileUrl, globalGuards, inputGuards } from './guards.ts'
import { type AudioStream, inputNumbers, type Probe } from './probe.ts'
import { speechReader } from './speech-reader.ts'
import { downmix, SPEECH_RATE } from './speech-track.ts'
import { timedPcmReader } from './timed-pcm.ts'
import type { ToolRun } from './tool-run.ts'

// A recording may have several sound tracks: microphone and computer, or an empty one beside the one with the sound.
// Each is listened to before one is chosen, or several are mixed.

/** Tracks that one program decodes; each needs a decoder. */
const TRACKS_AT_ONCE = 8
/** Further tracks are not listened to. */
const MAX_TRACKS = 64
/** Less sound is a noise at the beginning of a recording. */
const MIN_SOUND_SECONDS = 1
/** With that much in every track nothing can change any more. */
const ENOUGH_SOUND_SECONDS = 10

const FORMAT = { sampleRate: SPEECH_RATE, channels: 1 } as const

/** The tracks of a recording in groups that are listened to one after another, until one has sound. */
export function trackGroups({ tracks }: Probe): AudioStream[][] {
  const listened = tracks.slice(0, MAX_TRACKS)
  return Array.from({ length: Math.ceil(listened.length / TRACKS_AT_ONCE) }, (_, at) =>
    listened.slice(at * TRACKS_AT_ONCE, (at + 1) * TRACKS_AT_ONCE),
  )
}

/** Decodes tracks of a recording into one Matroska stream on standard output, read by `tracksReader`. */
export function tracksRun(path: string, probe: Probe, tracks: readonly AudioStream[], maxSeconds: number): ToolRun {
  const numbers = inputNumbers(probe, tracks)
  const input = ['-threads:a', '1', '-t', String(maxSeconds), ...inputGuards, '-i', fileUrl(path)]
  const inputs = Array.from({ length: Math.max(...numbers) + 1 }, () => input)
  const outputs = tracks.flatMap((track, at) => {
    const filter = downmix(track)
    return ['-map', `${numbers[at]}:${track.index}`, ...(filter ? [`-filter:a:${at}`, filter] : [])]
  })
  return {
    program: 'ffmpeg',
    args: [
      ['-nostdin', '-hide_banner', '-v', 'error', ...globalGuards, '-nostats'],
      [...inputs.flat(), '-vn', '-sn', '-dn', ...outputs],
      ['-ac', '1', '-ar', String(SPEECH_RATE), '-c:a', 'pcm_s16le', '-flush_packets', '0', '-f', 'matroska', 'pipe:1'],
    ].flat(),
    folders: [],
    pcm: null,
    progress: false,
  }
}

/** What was heard of a track. */
export interface TrackSound {
  index: number
  /** Seconds of sound. */
  seconds: number
  /** Time of its first samples on the timeline of the recording; null if it has none. */
  start: number | null
}

/** Measures the sound of each track. */
export function tracksReader(tracks: readonly AudioStream[]) {
  const readers = tracks.map(({ index }) => ({
    index,
    reader: speechReader(FORMAT),
    seconds: 0,
    start: null as number | null,
  }))
  const packets = timedPcmReader(({ track, seconds, bytes }) => {
    const listened = readers[track - 1]
    if (!listened) return
    listened.start ??= seconds
    for (const { start, end } of listened.reader.push(bytes)) listened.seconds += end - start
  })
  return {
    push: (bytes: Uint8Array) => packets.push(bytes),
    /** True when the rest of the recording cannot change the choice. */
    isDecided: () => readers.every(({ seconds }) => seconds >= ENOUGH_SOUND_SECONDS),
    finish: (): TrackSound[] =>
      readers.map(({ index, reader, seconds, start: first }) => {
        const { segments } = reader.finish()
        return { index, seconds: segments.reduce((sum, { start, end }) => sum + end - start, seconds), start: first }
      }),
  }
}

/** The probe with the tracks that contain sound; unchanged if none does. */
export function chooseTracks(probe: Probe, sounds: readonly TrackSound[]): Probe {
  const heard = new Map(sounds.filter(({ seconds }) => seconds >= MIN_SOUND_SECONDS).map((one) => [one.index, one]))
  const tracks = probe.tracks.map((track) => {
    const start = heard.get(track.index)?.start
    return start == null ? track : { ...track, start: probe.start + start }
  })
  const [audio, ...others] = tracks.filter(({ index }) => heard.has(index))
  return audio ? { ...probe, audio, tracks, mixedWith: others.map(({ index }) => index) } : probe
}
