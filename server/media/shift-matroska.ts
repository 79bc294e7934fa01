import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { EBML, MAX_HEADER_BYTES, readHeader, unsignedOf } from '@kaiwa/media-tools/ebml.ts'
import { clusterTimeElement, earliestTime, openedHeader, withoutDuration } from '@kaiwa/media-tools/matroska-times.ts'
import type { App } from '../platform/app.ts'
import { originalKey } from './keys.ts'
import { mediaNotes, PreparationFailure } from './preparation-failure.ts'

const MB = 1_048_576
/** The first cluster has at most five seconds of video. */
const HEAD_BYTES = 16 * MB
/** Elements that are changed are read whole: Info has some hundred bytes. */
const MAX_CHANGED_BYTES = MB
const MAX_TIME_BYTES = 8
const COPY_BYTES = MB
/** Small, because reading ahead is the only pause in a file of empty elements. */
const WINDOW_BYTES = 65_536
/** Five seconds of video and sound have some hundred elements, twelve hours some million. */
const MAX_HEAD_ELEMENTS = 100_000
const MAX_ELEMENTS = 50_000_000

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
  return earliestTime(await read(file, 0, HEAD_BYTES), MAX_HEAD_ELEMENTS)
}

/** The window of a file that was read last: its elements are small, and each read of the file costs 0.05 ms. */
function windowOf(file: FileHandle) {
  let bytes: Uint8Array = new Uint8Array(0)
  let from = 0
  return async (position: number, length: number): Promise<Uint8Array> => {
    if (position < from || position + length > from + bytes.length) {
      bytes = await read(file, position, Math.max(length, WINDOW_BYTES))
      from = position
    }
    return bytes.subarray(position - from, position - from + length)
  }
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
  const readWindow = windowOf(source)
  const write = bufferedWriter(target)
  let elements = 0
  for (let at = 0; at < total;) {
    signal.throwIfAborted()
    elements += 1
    if (elements > MAX_ELEMENTS) throw new PreparationFailure('pre-processing-failed', mediaNotes.broken())
    const header = readHeader(await readWindow(at, MAX_HEADER_BYTES), 0)
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
      const isTooLarge = size > (id === EBML.clusterTime ? MAX_TIME_BYTES : MAX_CHANGED_BYTES)
      if (isTooLarge) throw new PreparationFailure('pre-processing-failed', mediaNotes.broken())
      const element = await readWindow(at, length + size)
      const time = id === EBML.clusterTime ? unsignedOf(element.subarray(length)) + ticks : 0
      if (!Number.isSafeInteger(time)) throw new PreparationFailure('pre-processing-failed', mediaNotes.broken())
      await write(id === EBML.info ? withoutDuration(element) : clusterTimeElement(time))
    } else if (KEPT.has(id)) {
      for (let from = at; from < end; from += COPY_BYTES)
        await write(await readWindow(from, Math.min(COPY_BYTES, end - from)))
    }
    at = end
  }
  await write.flush()
}

/** Collects small pieces, because each write costs as much as a read. */
function bufferedWriter(target: FileHandle) {
  let pieces: Uint8Array[] = []
  let held = 0
  const flush = async () => {
    await target.appendFile(Buffer.concat(pieces))
    pieces = []
    held = 0
  }
  const write = async (bytes: Uint8Array) => {
    // Copied, because the window of the source is replaced.
    pieces.push(Uint8Array.from(bytes))
    held += bytes.length
    if (held >= COPY_BYTES) await flush()
  }
  return Object.assign(write, { flush })
}

/** Elements that are copied unchanged: file header, tracks, packets. */
const KEPT: ReadonlySet<number> = new Set([0x1a45dfa3, EBML.tracks, EBML.simpleBlock, EBML.blockGroup])
