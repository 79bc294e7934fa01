import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  parseProbe,
  type Probe,
  recordedFormat,
  type RecordedKind,
  recordedProbeRun,
  type RecordedSound,
  recordedSpeechRun,
  type Segment,
  sniffRecorded,
} from '@kaiwa/media-tools'
import type { App } from '../platform/app.ts'
import { runSandboxed } from '../platform/sandbox/run-sandboxed.ts'
import { SandboxFailure, type SandboxFailureKind } from '../platform/sandbox/sandbox-failure.ts'
import { INSPECTION_LIMITS } from './inspect.ts'
import { speechLimits } from './pass-limits.ts'

/** The first bytes of a segment, which are examined before anything is decoded: a second of speech has some kilobytes. */
const FIRST_HEAD_BYTES = 16_384
/** A segment whose streams are unknown after this many bytes is unreadable. A full HD picture has less than 1 MB. */
const MAX_HEAD_BYTES = 8_388_608
/** Seconds in which the decoder takes a piece of the input. */
const STALLED_SECONDS = 600

/** Result of reading a segment. `probe` is null if it is not a readable recording. */
export interface ReadSegment {
  kind: RecordedKind | null
  probe: Probe | null
  /** Not all of it could be decoded. */
  isBroken: boolean
}

/** Failures that the bytes cause. All others end the work, which is repeated. */
const OF_BYTES: ReadonlySet<SandboxFailureKind> = new Set(['refused', 'too-large', 'memory', 'timeout'])

/** A crash may have a cause outside: it counts on the last try. */
function isOfBytes(error: unknown, isLastTry: boolean): boolean {
  return error instanceof SandboxFailure && (OF_BYTES.has(error.kind) || (error.kind === 'crashed' && isLastTry))
}

export interface SegmentListener {
  signal: AbortSignal
  isLastTry: boolean
  onChunk: (chunk: Segment) => Promise<void>
}

/** The head of a segment, and what follows it. */
interface Opened extends Pick<ReadSegment, 'kind' | 'probe'> {
  head: Uint8Array[]
}

/** Takes bytes until the streams of the segment are known. */
async function open(app: App, pieces: AsyncIterator<Uint8Array>, listener: SegmentListener): Promise<Opened> {
  const head: Uint8Array[] = []
  let size = 0
  for (let wanted = FIRST_HEAD_BYTES; ; wanted *= 4) {
    let isEnd = false
    while (size < wanted && !isEnd) {
      const piece = await pieces.next()
      isEnd = piece.done === true
      if (piece.done !== true) head.push(piece.value)
      size += piece.done === true ? 0 : piece.value.length
    }
    const bytes = Buffer.concat(head)
    const kind = sniffRecorded(bytes)
    const probe = kind && (await probeBytes(app, kind, bytes, listener))
    const isKnown = kind === null || (probe !== null && (probe.audio !== null || probe.video !== null))
    if (isKnown || isEnd || wanted >= MAX_HEAD_BYTES) return { kind, probe, head }
  }
}

function probeBytes(
  app: App,
  kind: RecordedKind,
  bytes: Uint8Array,
  { signal, isLastTry }: SegmentListener,
): Promise<Probe | null> {
  return app.work.withFolder(async (cwd) => {
    const path = join(cwd, 'head')
    await writeFile(path, bytes)
    try {
      return parseProbe(
        (await runSandboxed(recordedProbeRun(kind, path), { ...INSPECTION_LIMITS, cwd, signal })).stdout,
      )
    } catch (error) {
      if (isOfBytes(error, isLastTry)) return null
      throw error
    }
  })
}

async function* joined(head: readonly Uint8Array[], pieces: AsyncIterator<Uint8Array>) {
  yield* head
  yield* rest(pieces)
}

/** The rest of an iteration, which stays open when its reader stops early. */
async function* rest(pieces: AsyncIterator<Uint8Array>) {
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) yield piece.value
}

/** Messages of ffmpeg about a file that ends within a packet, for example after a kill of the recorder. */
const CUT_END = /File ended prematurely|partial file/
/** Messages of the decoder about the incomplete packet. */
const CUT_PACKET = /Input buffer exhausted|Error while decoding stream/

/** Returns false if the only damage is an incomplete last packet. */
function reportsDamage(stderr: string): boolean {
  const messages = stderr.split('\n').filter((line) => line.trim() !== '')
  const isCut = messages.some((line) => CUT_END.test(line))
  return messages.some((line) => !(isCut && (CUT_END.test(line) || CUT_PACKET.test(line))))
}

/** Abort reason when the recording is longer than the longest file: the rest of its bytes is not decoded. */
const tooLong = new Error('the recording is too long')

/**
 * Decodes the sound of a segment while its bytes arrive, and takes all of them. `onChunk` receives the completed chunks of
 * speech; ffmpeg is paused until it resolves. What cannot be decoded is left out. Bytes are treated as hostile: they are
 * sniffed, and the programs are confined as for any upload. Rejects with errors that the bytes do not cause.
 */
export async function readRecordedSegment(
  app: App,
  sound: RecordedSound,
  bytes: AsyncIterable<Uint8Array>,
  listener: SegmentListener,
): Promise<ReadSegment> {
  const { signal, isLastTry, onChunk } = listener
  const pieces = bytes[Symbol.asyncIterator]()
  const { kind, probe, head } = await open(app, pieces, listener)
  const maxSeconds = app.config.maxFileMinutes * 60
  const isTooLong = () => sound.seconds() > maxSeconds + 1
  let isBroken = kind === null || probe === null
  if (kind && probe?.audio) {
    const run = recordedSpeechRun(kind, probe.audio)
    sound.begin(recordedFormat(probe.audio).channels, probe.video !== null)
    const ended = new AbortController()
    // The program may have hours more. A single packet may be a day ahead of the one before it, and the silence between them
    // takes a second per hour to read.
    const onStdout = async (decoded: Uint8Array): Promise<void> => {
      let turns = 0
      for (const chunks of sound.push(decoded)) {
        turns += 1
        if (turns > 1) await setImmediate()
        for (const chunk of chunks) await onChunk(chunk)
        signal.throwIfAborted()
        if (isTooLong()) return ended.abort(tooLong)
      }
    }
    const input = joined(head, pieces)
    const limits = { ...speechLimits(maxSeconds), timeoutSeconds: STALLED_SECONDS }
    const either = AbortSignal.any([signal, ended.signal])
    try {
      const { stderr } = await app.work.withFolder((cwd) =>
        runSandboxed(run, { ...limits, cwd, signal: either, input, onStdout }),
      )
      isBroken = reportsDamage(stderr)
    } catch (error) {
      if (error !== tooLong && !isOfBytes(error, isLastTry)) throw error
      isBroken = error !== tooLong
    }
  }
  for await (const _ of rest(pieces)) signal.throwIfAborted()
  return { kind, probe, isBroken }
}
