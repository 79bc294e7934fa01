import { readFile, writeFile } from 'node:fs/promises'

/** A copy of a wav file with so much behind its sound, which nobody listens to, that it has a size in bytes. */
export const padded = async (path: string, copy: string, bytes: number): Promise<string> => {
  const wav = await readFile(path)
  const chunk = Buffer.alloc(bytes - wav.length)
  chunk.write('JUNK', 'ascii')
  chunk.writeUInt32LE(chunk.length - 8, 4)
  wav.writeUInt32LE(bytes - 8, 4)
  await writeFile(copy, Buffer.concat([wav, chunk]))
  return copy
}
