import { readFile, writeFile } from 'node:fs/promises'

/** Copies a WAV file, padded to `bytes` bytes with a JUNK chunk that decoders ignore. Returns the path of the copy. */
export async function padWav(path: string, copy: string, bytes: number): Promise<string> {
  const wav = await readFile(path)
  const chunk = Buffer.alloc(bytes - wav.length)
  chunk.write('JUNK', 'ascii')
  chunk.writeUInt32LE(chunk.length - 8, 4)
  wav.writeUInt32LE(bytes - 8, 4)
  await writeFile(copy, Buffer.concat([wav, chunk]))
  return copy
}
