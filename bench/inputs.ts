// Recordings for the measurements, made with ffmpeg from the recordings in the project.

import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toneTalk } from '@kaiwa/speech/testing'
import { makeToneRecording, media } from '../server/test/factories/recordings.ts'

const run = promisify(execFile)

/** Runs ffmpeg at the same priority as the program does. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run('nice', ['-n', '19', 'ffmpeg', '-nostdin', '-v', 'error', '-y', ...args], { maxBuffer: 1e8 })
}

/** English speech of the given length as a 16 kHz WAV: one speech and three parts of meetings, repeated. */
export async function makeSpeech(folder: string, seconds: number): Promise<string> {
  const path = join(folder, `speech-${seconds}.wav`)
  if (await stat(path).catch(() => null)) return path
  const sources = ['en-jfk.wav', 'ami-dev00.flac', 'ami-dev01.flac', 'ami-trn03.flac'].map(media)
  const joined = `concat=n=${sources.length}:v=0:a=1,aloop=loop=-1:size=${101 * 16_000},atrim=end=${seconds}`
  await ffmpeg(...sources.flatMap((source) => ['-i', source]), '-filter_complex', joined, '-c:a', 'pcm_s16le', path)
  return path
}

/** Video of the given length, 1280 × 720 at 30 frames per second, with motion in the whole picture and speech. */
export async function makeVideo(
  folder: string,
  name: string,
  minutes: number,
  codecs: readonly string[],
): Promise<string> {
  const [minute, path] = [join(folder, `minute-${name}`), join(folder, name)]
  const speech = await makeSpeech(folder, 60)
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30,noise=alls=8:allf=t', '-i', speech, '-t', '60']
  await ffmpeg(...picture, ...codecs, '-ar', '48000', '-ac', '2', minute)
  await ffmpeg('-stream_loop', String(minutes - 1), '-i', minute, '-c', 'copy', path)
  return path
}

/** Speech of the given length in the language of the tone engine, as a 16 kHz WAV. */
export function makeToneTalk(folder: string, seconds: number): Promise<string> {
  return makeToneRecording(folder, `tones-${seconds}.wav`, toneTalk(seconds), seconds)
}
