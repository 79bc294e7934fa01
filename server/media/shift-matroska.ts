import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { EBML, MAX_HEADER_BYTES, readHeader, unsignedOf } from '@kaiwa/media-tools/ebml.ts'
import { clusterTimeElement, earliestTime, openedHeader, withoutDuration } from '@kaiwa/media-tools/matroska-times.ts'
import type { App } from '../platform/app.ts'
import { originalKey } from './keys.ts'
import { PreparationFailure } from './preparation-failure.ts'

const MB = 1_048_576
/** The first cluster has at most five seconds of video. */
const HEAD_BYTES = 16 * MB
/** Elements that are changed are read whole: Info has some hundred bytes. */
const MAX_CHANGED_BYTES = MB
const COPY_BYTES = MB

/**
 * Calls `use` with a local file of the recording whose packets all have a time. A Matroska file with packets before time 0 is copied with all its
 * times moved, so that its first packet is at 0; `isShifted` is true then.
 */
export function withTimedOriginal<Result>(
  app: App,
  videoId: string,
  signal: AbortSignal,
  use: (path: string, isShifted: boolean) => Promise<Result>,
): Promise<Result> {
  return app.storage.withLocalFile(originalKey(videoId), async (path) => {
    const earliest = await earliestTimeOf(path)
    if (earliest === 0) return use(path, false)
    return app.work.withFolder(async (folder) => {
      const shifted = join(folder, 'shifted.mkv')
      await shiftTimes(path, shifted, -earliest, signal)
      return use(shifted, true)
    })
  })
}

async function earliestTimeOf(path: string): Promise<number> {
  await using file = await open(path)
  const mark = await read(file, 0, 4)
  if (unsignedOf(mark) !== 0x1a45dfa3) return 0
  return earliestTime(await read(file, 0, HEAD_BYTES))
}

async function read(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/**
 * Copies a Matroska file and adds `ticks` to the time of every cluster. Indexes and tags are left out, because their
 * positions and durations would be wrong.
 */
async function shiftTimes(from: string, to: string, ticks: number, signal: AbortSignal): Promise<void> {
  await using source = await open(from)
  await using target = await open(to, 'wx')
  const { size: total } = await source.stat()
  const write = async (bytes: Uint8Array) => void (await target.write(bytes))
  for (let at = 0; at < total;) {
    signal.throwIfAborted()
    const header = readHeader(await read(source, at, MAX_HEADER_BYTES), 0)
    // The rest of a damaged file is left out.
    if (!header) break
    const { id, size, length } = header
    if (id === EBML.segment || id === EBML.cluster) {
      await write(openedHeader(id))
      at += length
      continue
    }
    if (size === null) break
    const end = Math.min(total, at + length + size)
    if (id === EBML.clusterTime || id === EBML.info) {
      if (size > MAX_CHANGED_BYTES) throw new PreparationFailure('pre-processing-failed')
      const element = await read(source, at, length + size)
      await write(
        id === EBML.info ? withoutDuration(element) : clusterTimeElement(unsignedOf(element.subarray(length)) + ticks),
      )
    } else if (KEPT.has(id)) await copy(source, write, at, end)
    at = end
  }
}

/** Elements that are copied unchanged: file header, tracks, packets. */
const KEPT: ReadonlySet<number> = new Set([0x1a45dfa3, EBML.tracks, EBML.simpleBlock, EBML.blockGroup])

async function copy(source: FileHandle, write: (bytes: Uint8Array) => Promise<void>, from: number, to: number) {
  for (let at = from; at < to; at += COPY_BYTES) await write(await read(source, at, Math.min(COPY_BYTES, to - at)))
}
