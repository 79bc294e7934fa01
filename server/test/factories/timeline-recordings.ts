// Recordings whose packets do not simply begin at 0 and follow each other: trimmed, with gaps, joined, damaged. Each
// holds the same words, which are tones at known times, so that playback and transcript can be compared. They are made
// by ffmpeg from one WAV file in a few seconds.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeSpeech } from '@kaiwa/speech'
import { toneSamples, toneWords } from '@kaiwa/speech/testing'
import { execa } from 'execa'

const SECONDS = 12
const STARTS = [0.8, 1.9, 3.3, 4.6, 6.2, 7.3, 9, 10.4] as const
const TONE_SECONDS = 0.3

/** How a recipe makes its file: `path` is the result, `source(name)` a file made before it. */
interface Making {
  path: string
  source: (name: string) => string
  ffmpeg: (...args: string[]) => Promise<void>
}

interface TimelineRecipe {
  /** File name. */
  name: string
  make: (making: Making) => Promise<void>
  /** Times at which its words begin in playback. */
  starts: readonly number[]
  /** Length in seconds: of the longer of sound and video. */
  seconds: number
}

export interface TimelineCase {
  name: string
  path: string
  starts: readonly number[]
  seconds: number
}

function screen(seconds: number, rate = 25) {
  return ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${rate}:duration=${seconds}`]
}

// Keyframes every five seconds, as in recordings of meetings.
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '125']

/** Moves everything from second 5.5 on by five seconds, as a recorder that was paused. */
const pause = ['-bsf:a', 'setts=ts=if(gte(PTS*TB\\,5.5)\\,PTS+5/TB\\,PTS)']
const paused = STARTS.map((start) => (start < 5.5 ? start : start + 5))

function trimmed(seconds: number) {
  return STARTS.filter((start) => start >= seconds).map((start) => start - seconds)
}

/** Copies a file with zeros instead of a part of its bytes; `from` and `to` are shares of it. */
async function zeroFill(source: string, path: string, from: number, to: number): Promise<void> {
  const bytes = await readFile(source)
  await writeFile(path, bytes.fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * to)))
}

/** Writes another size into the ID3 tag of an MP3 file, as 4 numbers of 7 bits. */
async function resizeTag(source: string, path: string, size: number): Promise<void> {
  const bytes = await readFile(source)
  for (const [index, shift] of [21, 14, 7, 0].entries()) bytes[6 + index] = (size >> shift) & 127
  await writeFile(path, bytes)
}

function outside(from: number, to: number) {
  return STARTS.filter((start) => start < from || start >= to)
}

/** Plain recordings, from which the others are made. */
const plain: readonly TimelineRecipe[] = [
  {
    name: 'plain.mp4',
    make: ({ path, source, ffmpeg }) =>
      ffmpeg(...screen(SECONDS), '-i', source('tones.wav'), ...h264, '-c:a', 'aac', path),
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'plain.m4a',
    make: ({ path, source, ffmpeg }) => ffmpeg('-i', source('tones.wav'), '-c:a', 'aac', path),
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'plain.mkv',
    make: ({ path, source, ffmpeg }) => ffmpeg('-i', source('tones.wav'), '-c:a', 'aac', path),
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'plain.mp3',
    make: ({ path, source, ffmpeg }) => ffmpeg('-i', source('tones.wav'), '-ar', '44100', '-c:a', 'libmp3lame', path),
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'plain.flac',
    make: ({ path, source, ffmpeg }) => ffmpeg('-i', source('tones.wav'), '-c:a', 'flac', path),
    starts: STARTS,
    seconds: SECONDS,
  },
]

function trim(name: string, from: string, seconds: number): TimelineRecipe {
  return {
    name,
    make: ({ path, source, ffmpeg }) => ffmpeg('-ss', String(seconds), '-i', source(from), '-c', 'copy', path),
    starts: trimmed(seconds),
    seconds: SECONDS - seconds,
  }
}

function withPause(name: string, codec: string[]): TimelineRecipe {
  return {
    name,
    // The pause is made in Matroska, whose time scale is the same for all codecs.
    make: async ({ path, source, ffmpeg }) => {
      const [whole, halted] = [source(`${name}-whole.mkv`), source(`${name}-halted.mkv`)]
      await ffmpeg('-i', source('tones.wav'), ...codec, whole)
      await ffmpeg('-i', whole, '-c', 'copy', ...pause, halted)
      await ffmpeg('-i', halted, '-c', 'copy', path)
    },
    starts: paused,
    seconds: SECONDS + 5,
  }
}

function joined(name: string, rates: readonly [number, number]): TimelineRecipe {
  return {
    name,
    make: async ({ path, source, ffmpeg }) => {
      const parts = rates.map((rate) => source(`${name}-${rate}.mp3`))
      const encode = (rate: number) => ['-ar', String(rate), '-c:a', 'libmp3lame']
      await ffmpeg('-t', '5.7', '-i', source('tones.wav'), ...encode(rates[0]), parts[0]!)
      await ffmpeg('-ss', '5.7', '-i', source('tones.wav'), ...encode(rates[1]), parts[1]!)
      await writeFile(path, Buffer.concat(await Promise.all(parts.map((part) => readFile(part)))))
    },
    starts: STARTS,
    seconds: SECONDS,
  }
}

export const timelineRecipes: readonly TimelineRecipe[] = [
  ...plain,
  trim('trimmed.mp4', 'plain.mp4', 2.5),
  trim('trimmed.mov', 'plain.mp4', 2.5),
  trim('trimmed.m4a', 'plain.m4a', 2.5),
  {
    name: 'trimmed-mpeg4.mp4',
    make: async ({ path, source, ffmpeg }) => {
      const whole = source('mpeg4.mp4')
      await ffmpeg(...screen(SECONDS), '-i', source('tones.wav'), '-c:v', 'mpeg4', '-g', '125', '-c:a', 'aac', whole)
      await ffmpeg('-ss', '2.5', '-i', whole, '-c', 'copy', path)
    },
    starts: trimmed(2.5),
    seconds: SECONDS - 2.5,
  },
  withPause('paused-aac.mkv', ['-c:a', 'aac']),
  withPause('paused.m4a', ['-c:a', 'aac']),
  withPause('paused-mp3.mkv', ['-ar', '44100', '-c:a', 'libmp3lame']),
  withPause('paused-flac.mkv', ['-c:a', 'flac']),
  joined('joined-half.mp3', [44_100, 22_050]),
  joined('joined-near.mp3', [44_100, 48_000]),
  {
    name: 'zeros.flac',
    make: ({ path, source }) => zeroFill(source('plain.flac'), path, 0.45, 0.6),
    // A lossless file holds the loud parts in most of its bytes: these two words are zeros now.
    starts: outside(2.5, 6),
    seconds: SECONDS,
  },
  {
    name: 'zeros.mkv',
    make: ({ path, source }) => zeroFill(source('plain.mkv'), path, 0.45, 0.6),
    starts: outside(5, 9.9),
    seconds: SECONDS,
  },
  {
    name: 'negative.mkv',
    make: async ({ path, source, ffmpeg }) => {
      const whole = source('cd-rate.mp4')
      await ffmpeg(...screen(SECONDS), '-i', source('tones.wav'), ...h264, '-ar', '44100', '-c:a', 'aac', whole)
      await ffmpeg('-itsoffset', '-2', '-i', whole, '-c', 'copy', '-avoid_negative_ts', 'disabled', path)
    },
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'late-start.mkv',
    make: ({ path, source, ffmpeg }) =>
      ffmpeg('-i', source('plain.mp4'), '-c', 'copy', '-output_ts_offset', '100000', path),
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    // As a shared screen: few frames, each decoded long before it is shown.
    name: 'b-frames.mp4',
    make: ({ path, source, ffmpeg }) =>
      ffmpeg(
        ...screen(SECONDS, 10),
        '-i',
        source('tones.wav'),
        ...h264,
        '-preset',
        'veryfast',
        '-bf',
        '3',
        '-c:a',
        'aac',
        path,
      ),
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'late-sound.mp4',
    make: ({ path, source, ffmpeg }) =>
      ffmpeg(...screen(SECONDS), '-itsoffset', '3', '-i', source('tones.wav'), ...h264, '-c:a', 'aac', path),
    starts: STARTS.map((start) => start + 3),
    seconds: SECONDS + 3,
  },
  {
    // The stream would begin with its first sound.
    name: 'late-second-track.mkv',
    make: ({ path, source, ffmpeg }) =>
      ffmpeg(
        '-f',
        'lavfi',
        '-t',
        '14',
        '-i',
        'anullsrc=r=48000:cl=mono',
        '-itsoffset',
        '3',
        '-i',
        source('tones.wav'),
        '-map',
        '0',
        '-map',
        '1',
        '-c:a',
        'aac',
        path,
      ),
    starts: STARTS.map((start) => start + 3),
    seconds: SECONDS + 3,
  },
  {
    // A camera that is on for four seconds: browsers play no sound without pictures.
    name: 'late-pictures.mkv',
    make: async ({ path, source, ffmpeg }) => {
      const pictures = source('pictures.mkv')
      await ffmpeg(...screen(4), ...h264, pictures)
      const sound = ['-i', source('tones.wav'), '-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac']
      await ffmpeg('-itsoffset', '5', '-i', pictures, ...sound, path)
    },
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'longer-video.mp4',
    make: ({ path, source, ffmpeg }) =>
      ffmpeg(...screen(SECONDS + 3), '-i', source('tones.wav'), ...h264, '-c:a', 'aac', path),
    starts: STARTS,
    seconds: SECONDS + 3,
  },
  {
    name: 'raw-aac.m4a',
    make: ({ path, source, ffmpeg }) => ffmpeg('-i', source('tones.wav'), '-c:a', 'aac', '-f', 'adts', path),
    starts: STARTS,
    seconds: SECONDS,
  },
  {
    name: 'wrong-tag.mp3',
    // The tag claims a third of the file.
    make: ({ path, source }) => resizeTag(source('plain.mp3'), path, 30_000),
    starts: STARTS,
    seconds: SECONDS,
  },
]

/** Makes the files in a folder. */
export async function makeTimelineFiles(
  folder: string,
  recipes: readonly TimelineRecipe[] = timelineRecipes,
): Promise<TimelineCase[]> {
  const source = (name: string) => join(folder, name)
  const ffmpeg = async (...args: string[]) => {
    await execa('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { stdin: 'ignore' })
  }
  const speech = STARTS.map((start, index) => ({ word: toneWords[index]!, start, seconds: TONE_SECONDS }))
  await writeFile(source('tones.wav'), encodeSpeech(toneSamples(speech, SECONDS)))
  const cases: TimelineCase[] = []
  for (const { name, make, starts, seconds } of recipes) {
    const path = source(name)
    await make({ path, source, ffmpeg })
    cases.push({ name, path, starts, seconds })
  }
  return cases
}
