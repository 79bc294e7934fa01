import { createReadStream, createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import bunzip from 'unbzip2-stream'
import { extract } from 'tar-stream'
import { SpeechFailure } from '../speech-failure.ts'
import { toSpeechFailure } from './fetch-file.ts'

// Implemented in JavaScript, because minimal systems have tar but not bzip2. Only the listed files are written, without
// their folders, so an archive cannot write elsewhere.

/**
 * Extracts the wanted files of a tar.bz2 into the folder. Throws `download-bad-archive` when it is broken or a file is
 * missing.
 */
export async function unpack(
  archive: string,
  wanted: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const left = new Set(wanted)
  const entries = extract()
  const write = async () => {
    for await (const entry of entries) {
      const name = basename(entry.header.name)
      if (entry.header.type === 'file' && left.delete(name))
        await pipeline(entry, createWriteStream(join(folder, name)))
      else entry.resume()
    }
  }
  try {
    await Promise.all([pipeline(createReadStream(archive), bunzip(), entries, { signal }), write()])
  } catch (error) {
    const failure = toSpeechFailure(error, signal)
    if (failure.code !== 'download-failed') throw failure
    throw new SpeechFailure('download-bad-archive', `${basename(archive)} cannot be unpacked`, { cause: error })
  }
  if (left.size > 0) throw new SpeechFailure('download-bad-archive', `${[...left].join(', ')} is not in the archive`)
}
