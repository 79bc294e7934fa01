import { fileUrl, globalGuards, inputGuards } from './guards.ts'
import type { AudioStream, Probe } from './probe.ts'
import { speechReader } from './speech-reader.ts'
import { downmix, SPEECH_RATE } from './speech-track.ts'
import { timedPcmReader } from './timed-pcm.ts'
import type { ToolRun } from './tool-run.ts'

// A recording may have several sound tracks: microphone and computer, or an empty one beside the one with the sound.
// Each is listened to before one is chosen, or several are mixed.

/** More tracks are not listened to: each needs a decoder. */
const MAX_TRACKS = 8
/** Less sound is a noise at the beginning of a recording. */
const MIN_SOUND_SECONDS = 1
/** With that much in every track nothing can change any more. */
const ENOUGH_SOUND_SECONDS = 10

const FORMAT = { sampleRate: SPEECH_RATE, channels: 1 } as const

function listenedTracks({ tracks }: Probe): AudioStream[] {
  return tracks.slice(0, MAX_TRACKS)
}

/** Decodes all tracks of a recording into one Matroska stream on standard output, read by `tracksReader`. */
export function tracksRun(path: string, probe: Probe, maxSeconds: number): ToolRun {
  const outputs = listenedTracks(probe).flatMap((track, at) => {
    const filter = downmix(track)
    return ['-map', `0:${track.index}`, ...(filter ? [`-filter:a:${at}`, filter] : [])]
  })
  return {
    program: 'ffmpeg',
    args: [
      ['-nostdin', '-hide_banner', '-v', 'error', ...globalGuards, '-nostats'],
      [
        '-threads:a',
        '1',
        '-t',
        String(maxSeconds),
        ...inputGuards,
        '-i',
        fileUrl(path),
        '-vn',
        '-sn',
        '-dn',
        ...outputs,
      ],
      ['-ac', '1', '-ar', String(SPEECH_RATE), '-c:a', 'pcm_s16le', '-flush_packets', '0', '-f', 'matroska', 'pipe:1'],
    ].flat(),
    folders: [],
    pcm: null,
    progress: false,
  }
}

/** Measures the sound of each track. */
export function tracksReader(probe: Probe) {
  const readers = listenedTracks(probe).map(() => ({ reader: speechReader(FORMAT), seconds: 0 }))
  const packets = timedPcmReader(({ track, bytes }) => {
    const listened = readers[track - 1]
    if (!listened) return
    for (const { start, end } of listened.reader.push(bytes)) listened.seconds += end - start
  })
  return {
    push: (bytes: Uint8Array) => packets.push(bytes),
    /** True when the rest of the recording cannot change the choice. */
    isDecided: () => readers.every(({ seconds }) => seconds >= ENOUGH_SOUND_SECONDS),
    /** Seconds of sound in each track. */
    finish: (): number[] =>
      readers.map(({ reader, seconds }) => {
        const { segments } = reader.finish()
        return seconds + segments.reduce((sum, { start, end }) => sum + end - start, 0)
      }),
  }
}

/** The probe with the tracks that contain sound; unchanged if none does. `sound` are the seconds of each track. */
export function chooseTracks(probe: Probe, sound: readonly number[]): Probe {
  const [audio, ...others] = probe.tracks.filter((_, at) => (sound[at] ?? 0) >= MIN_SOUND_SECONDS)
  return audio ? { ...probe, audio, mixedWith: others.map(({ index }) => index) } : probe
}
