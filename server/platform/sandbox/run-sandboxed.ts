import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { progressReader } from '@kaiwa/media-tools/ffmpeg-progress.ts'
import type { ToolRun } from '@kaiwa/media-tools/tool-run.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { confine, type SandboxLimits } from './confine.ts'
import { failureKind, SandboxFailure } from './sandbox-failure.ts'
import { findProgram } from './programs.ts'

export type SandboxOptions = SandboxLimits & {
  /** Working folder of this run only. It must exist; everything in it may be overwritten. */
  cwd: string
  /** Aborting kills the whole process group; the call then throws the abort reason. */
  signal?: AbortSignal
  /**
   * Wall-clock limit, including the time spent in `onStdout`. With `input`, the limit for taking each piece of it, and for
   * ending after the last one: the program may wait for input without a limit.
   */
  timeoutSeconds: number
  /** Bytes for standard input, which is closed after the last one. An error of it kills the program. */
  input?: AsyncIterable<Uint8Array>
  /** Seconds of the recording done so far, about once per second. */
  onProgress?: (seconds: number) => void
  /** Receives standard output in pieces. The program is paused until a returned promise resolves. */
  onStdout?: (bytes: Uint8Array) => void | Promise<void>
}

/** `stdout` is empty if it was passed to `onStdout`; `seconds` is the last progress. */
export interface SandboxResult {
  stdout: string
  stderr: string
  seconds: number
}

const MAX_STDOUT = 4_194_304
const MAX_STDERR = 8192

/**
 * Runs a media program on an untrusted file: in its own process group, with no environment but a UTF-8 locale, without
 * standard input unless there is `input`, at the lowest priority, and with limits for memory, CPU, file size and time. Throws `SandboxFailure`
 * if it fails.
 */
export async function runSandboxed(run: ToolRun, options: SandboxOptions): Promise<SandboxResult> {
  options.signal?.throwIfAborted()
  const program = findProgram(run.program)
  if (!program) throw new SandboxFailure('missing-program', run.program)
  for (const folder of run.folders) await mkdir(join(options.cwd, folder), { recursive: true })

  const [file, ...args] = [...confine(options), program, ...run.args]
  // Loaded with the first recording instead of at startup.
  const { execa } = await import('execa')
  const child = execa(file!, args, {
    cwd: options.cwd,
    env: utf8Environment({}),
    extendEnv: false,
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(run.progress ? (['pipe'] as const) : [])],
    buffer: false,
    encoding: 'buffer',
    reject: false,
    // Maximum delay of setTimeout: about 24 days.
    timeout: options.input ? 0 : Math.min(2_147_483_647, Math.ceil(options.timeoutSeconds * 1000)),
    killSignal: 'SIGKILL',
    // Creates the process group, and kills all of it on timeout, abort and exit of this process.
    killDescendants: true,
    ...(options.signal ? { cancelSignal: options.signal } : {}),
  })

  const output = { stdout: '', stderr: '', seconds: 0 }
  const utf8 = new TextDecoder()
  const readProgress = progressReader(({ seconds }) => {
    output.seconds = seconds
    options.onProgress?.(seconds)
  })
  const readers = [
    read(child.stdout, async (bytes) => {
      if (options.onStdout) return options.onStdout(bytes)
      output.stdout += utf8.decode(bytes, { stream: true })
      if (output.stdout.length > MAX_STDOUT) throw new SandboxFailure('refused', run.program, 'says too much')
    }),
    read(child.stderr, (bytes) => {
      output.stderr = (output.stderr + Buffer.from(bytes).toString('utf8')).slice(-MAX_STDERR)
    }),
    read(run.progress ? (child.stdio[3] as Readable) : null, (bytes) =>
      readProgress(Buffer.from(bytes).toString('utf8')),
    ),
  ]
  const ended = new AbortController()
  const { input } = options
  const writer = input ? feed(child.stdin as unknown as Writable, input, options.timeoutSeconds, ended.signal) : null
  // An error of a reader is passed on to the caller; the program is no longer needed.
  const reading = Promise.all(writer ? [...readers, writer] : readers).then(
    () => null,
    (error: unknown) => {
      child.kill('SIGKILL')
      // Destroy the pipes: unread output must not keep the call waiting for their end.
      for (const stream of child.stdio) if (stream && 'destroy' in stream) stream.destroy()
      return { error }
    },
  )

  const ending = await child
  ended.abort(new Error('the program has ended'))
  const broken = await reading
  if (ending.isCanceled) throw options.signal?.reason
  if (broken) throw broken.error
  const kind = failureKind({ ...ending, stderr: output.stderr })
  if (kind && ending.exitCode === undefined && !ending.signal && !ending.timedOut) throw ending
  if (kind) throw new SandboxFailure(kind, run.program, output.stderr)
  return output
}

/** Small, so that each piece is taken soon. */
const MAX_PIECE = 65_536

/**
 * Writes the input to a program. Rejects with a timeout if the program does not take a piece, or does not end after the last
 * one, in time. A program that ends early takes no more.
 */
async function feed(
  stdin: Writable,
  input: AsyncIterable<Uint8Array>,
  timeoutSeconds: number,
  ended: AbortSignal,
): Promise<void> {
  const closed = new AbortController()
  stdin.on('error', () => closed.abort())
  stdin.on('close', () => closed.abort())
  const either = AbortSignal.any([closed.signal, ended])
  /** Resolves with false if the program has ended instead. */
  const within = async (event: Promise<unknown>): Promise<boolean> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new SandboxFailure('timeout', 'ffmpeg')), timeoutSeconds * 1000)
    try {
      await Promise.race([event, late.promise])
      return true
    } catch (error) {
      if (either.aborted) return false
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    for await (const bytes of input)
      for (let from = 0; from < bytes.length; from += MAX_PIECE) {
        if (either.aborted) return
        const isTaken = stdin.write(bytes.subarray(from, from + MAX_PIECE))
        if (!isTaken && !(await within(once(stdin, 'drain', { signal: either })))) return
      }
  } finally {
    stdin.end()
  }
  if (!ended.aborted) await within(once(ended, 'abort'))
}

/**
 * Reads a stream to its end, one piece at a time. Ignores the read error of a killed program's pipe: the exit status
 * reports it.
 */
async function read(stream: Readable | null, take: (bytes: Uint8Array) => void | Promise<void>) {
  if (!stream) return
  const pieces = stream[Symbol.asyncIterator]()
  for (;;) {
    const piece = await pieces.next().catch(() => null)
    if (!piece || piece.done) return
    await take(piece.value as Uint8Array)
  }
}
