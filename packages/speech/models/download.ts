import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SpeechFailure, throwIfAborted } from '../speech-failure.ts'
import { toSpeechFailure, fetchFile, sha256Of, sizeOf, type FetchOptions } from './fetch-file.ts'
import type { ModelEntry } from './model-registry.ts'
import { unpack } from './unpack.ts'

/**
 * Size and checksum of a downloaded model. `pinned` means that no published checksum confirmed it; the checksum is then
 * shown and stored.
 */
export interface Downloaded {
  size: number
  sha256: string
  pinned: boolean
}

/**
 * Downloads a model to `{folder}/{name}`. The download is resumable and verified, and the unpacked folder is moved into
 * place atomically, so a model is either complete or absent. Existing partial downloads are reused. Failures:
 * download-*, disk-full, aborted.
 */
export async function downloadModel(entry: ModelEntry, folder: string, options: FetchOptions): Promise<Downloaded> {
  const partial = join(folder, '.partial')
  const archive = join(partial, `${entry.name}-${basename(entry.url)}`)
  const unpacked = join(partial, `${entry.name}.unpacked`)
  try {
    await mkdir(partial, { recursive: true })
    await fetchFile(entry.url, archive, options)
    const downloaded = await check(entry, archive, join(folder, `${entry.name}.pin.json`))
    throwIfAborted(options.signal)
    await rm(unpacked, { recursive: true, force: true })
    await mkdir(unpacked)
    const files = Object.values(entry.files)
    if (entry.url.endsWith('.tar.bz2')) await unpack(archive, files, unpacked, options.signal)
    else await rename(archive, join(unpacked, files[0] ?? basename(entry.url)))
    await rm(join(folder, entry.name), { recursive: true, force: true })
    await rename(unpacked, join(folder, entry.name))
    await rm(archive, { force: true })
    await rm(`${archive}.json`, { force: true })
    return downloaded
  } catch (error) {
    const failure = toSpeechFailure(error, options.signal)
    // A wrong or broken file is deleted, so the next attempt starts from zero. An incomplete file is kept.
    if (failure.code === 'download-wrong-checksum' || failure.code === 'download-bad-archive')
      await rm(archive, { force: true })
    await rm(unpacked, { recursive: true, force: true })
    throw failure
  }
}

/** Compares size and checksum with the published values, else with those of the first download on this machine. */
async function check(entry: ModelEntry, archive: string, pinFile: string): Promise<Downloaded> {
  const [size, sha256] = [await sizeOf(archive), await sha256Of(archive)]
  const pin = await readPin(pinFile)
  const expected = { size: entry.size ?? pin?.size, sha256: entry.sha256 ?? pin?.sha256 }
  if (
    (expected.size !== undefined && expected.size !== size) ||
    (expected.sha256 !== undefined && expected.sha256 !== sha256)
  )
    throw new SpeechFailure(
      'download-wrong-checksum',
      `${entry.name} is ${size} bytes, sha256 ${sha256}; expected ${expected.size ?? 'any'}, ${expected.sha256 ?? 'any'}`,
    )
  await writeFile(pinFile, JSON.stringify({ size, sha256, url: entry.url }))
  return { size, sha256, pinned: entry.sha256 === null }
}

async function readPin(file: string): Promise<{ size: number; sha256: string } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { size: number; sha256: string }
  } catch {
    return undefined
  }
}
