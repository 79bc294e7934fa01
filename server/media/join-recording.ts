// The stored bytes of a recording that a browser made are concatenated segments, each without length and index.
// They become one file that players can seek in.
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { COPIED, concatList, concatRun, copyPartRun, encodePartRun, type Part, planJoin } from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { runSandboxed, type SandboxOptions } from '../platform/sandbox/run-sandboxed.ts'
import { FFMPEG_THREADS, inspect, type Inspected } from './inspect.ts'
import { mediaKey, originalKey } from './keys.ts'
import { MAX_PASS_SECONDS, passLimits } from './pass-limits.ts'

/** A readable segment: the bytes from `from` to `to` of what is stored. */
export type JoinedPart = Part & { from: number; to: number }

const COPY_BYTES = 4_194_304
/** A recording of the largest size becomes larger by its index. */
const INDEX_FACTOR = 1.1

/** The joined file, until it has replaced the segments. */
export function joinedKey(videoId: string): string {
  return mediaKey(videoId, 'joined')
}

/**
 * Joins the segments into one file, and stores it under `joinedKey` if nothing is stored there. Does not change the segments.
 * Throws SandboxFailure.
 */
export async function joinSegments(
  app: App,
  videoId: string,
  parts: readonly JoinedPart[],
  signal: AbortSignal,
): Promise<void> {
  if (await isJoinedStored(app, videoId)) return
  await app.storage.withLocalFile(originalKey(videoId), (path) =>
    app.work.withFolder(async (folder) => {
      const joined = await joinIn(app, folder, path, parts, signal)
      await app.storage.take(joinedKey(videoId), joined)
    }),
  )
}

/** Whether the joined file is stored: the segments may be replaced already. */
export async function isJoinedStored(app: App, videoId: string): Promise<boolean> {
  return (await app.storage.head(joinedKey(videoId))) !== null
}

/** Replaces the segments by the joined file, atomically. Returns its size. May be repeated. */
export async function replaceByJoined(app: App, videoId: string): Promise<number> {
  const head = await app.storage.head(joinedKey(videoId))
  if (!head) throw new Error('The joined recording is not stored')
  await app.storage.join(originalKey(videoId), [{ key: joinedKey(videoId), from: 0, to: head.size }])
  return head.size
}

/** The properties of the joined file. */
export function inspectJoined(app: App, videoId: string, signal: AbortSignal): Promise<Inspected> {
  return app.storage.withLocalFile(joinedKey(videoId), (path) =>
    // A length that is rounded up must not refuse a recording that was read.
    app.work.withFolder((cwd) => inspect(path, { cwd, signal }, app.config.maxFileMinutes + 1)),
  )
}

async function joinIn(
  app: App,
  folder: string,
  path: string,
  parts: readonly JoinedPart[],
  signal: AbortSignal,
): Promise<string> {
  const plan = planJoin(parts)
  await using source = await open(path)
  const options = optionsOf(app, folder, parts, signal)
  const made: { name: string; seconds: number }[] = []
  for (const [index, part] of parts.entries()) {
    const [segment, name] = [join(folder, `segment-${index}`), `part-${index}`]
    await copyBytes(source, part, segment, signal)
    const isOnly = parts.length === 1
    await runSandboxed(copyPartRun(part, plan.encoded ? COPIED : plan, segment, name, isOnly), options)
    await rm(segment)
    if (plan.encoded) {
      await rename(join(folder, name), segment)
      await runSandboxed(encodePartRun(part, plan, { path: segment, to: name, threads: FFMPEG_THREADS }), options)
      await rm(segment)
    }
    made.push({ name, seconds: part.seconds })
  }
  if (made.length === 1) return join(folder, made[0]!.name)
  const [list, joined] = [join(folder, 'list'), join(folder, 'joined')]
  await writeFile(list, concatList(made))
  await runSandboxed(concatRun(plan, basename(list), basename(joined)), options)
  return joined
}

function optionsOf(app: App, cwd: string, parts: readonly JoinedPart[], signal: AbortSignal): SandboxOptions {
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0)
  // A window may be followed by a whole screen.
  const pictures = parts.flatMap(({ probe }) => (probe.video ? [probe.video] : []))
  const video = pictures.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null
  const maxFileMb = app.config.maxFileMb * INDEX_FACTOR
  const limits = passLimits({ video }, seconds, { remaining: MAX_PASS_SECONDS, maxFileMb })
  return { ...limits, cwd, signal }
}

async function copyBytes(source: FileHandle, { from, to }: JoinedPart, path: string, signal: AbortSignal) {
  await using target = await open(path, 'wx')
  const buffer = Buffer.alloc(Math.min(COPY_BYTES, to - from))
  for (let at = from; at < to;) {
    signal.throwIfAborted()
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, to - at), at)
    if (bytesRead === 0) throw new Error('The stored recording is shorter than its segments')
    await target.appendFile(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}
