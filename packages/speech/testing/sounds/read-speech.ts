import { readFile } from 'node:fs/promises'
import { decodeSpeech } from '../../audio/speech-wav.ts'

/** The samples of a 16 kHz mono wav file. */
export async function readSpeech(path: string): Promise<Int16Array> {
  return decodeSpeech(await readFile(path))
}
