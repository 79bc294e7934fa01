import type { Readable } from 'node:stream'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { progressReader } from '@kaiwa/media-tools/progress.ts'
import type { ToolRun } from '@kaiwa/media-tools/tool-run.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { confine, type SandboxLimits } from './confine.ts'
import { failureKind, SandboxFailure } from './failure.ts'
import { findProgram } from './programs.ts'

export type SandboxOptions = SandboxLimits & {
  /** The run's own working folder; it exists and everything in it may be overwritten. */
  cwd: string
  /** Aborting kills the whole process group; the call then throws the signal's reason. */
  signal?: AbortSignal
  /** Wall clock, the time that `pcm` takes included. */
  timeoutSeconds: number
  /** Seconds of the recording done so far, about once a second. */
  onProgress?: (seconds: number) => void
  /** Takes the speech track as it comes; while a returned promise is open the program waits. */
  pcm?: (bytes: Uint8Array) => void | Promise<void>
}

/** `stdout` is empty where it went to `pcm`; `seconds` is the last progress. */
export type SandboxResult = { stdout: string; stderr: string; seconds: number }

const MAX_STDOUT = 4_194_304
const MAX_STDERR = 8192

/**
 * Runs a media program on a file we do not trust: in a process group of its own, with no environment but a UTF-8 locale and no standard input, at the
 * lowest priority, within limits of memory, CPU, file size and time. Throws a `SandboxFailure` when it ends badly.
 */
export async function runSandboxed(run: ToolRun, options: SandboxOptions): Promise<SandboxResult> {
  options.signal?.throwIfAborted()
  const program = findProgram(run.program)
  if (!program) throw new SandboxFailure('missing-program', run.program)
  for (const folder of run.folders) await mkdir(join(options.cwd, folder), { recursive: true })

  const [file, ...args] = [...confine(options), program, ...run.args]
  // Loaded with the first recording, not with the program.
  const { execa } = await import('execa')
  const child = execa(file!, args, {
    cwd: options.cwd,
    env: utf8Environment({}),
    extendEnv: false,
    stdio: run.progress ? ['ignore', 'pipe', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe'],
    buffer: false,
    encoding: 'buffer',
    reject: false,
    // setTimeout knows no more than 24 days.
    timeout: Math.min(2_147_483_647, Math.ceil(options.timeoutSeconds * 1000)),
    killSignal: 'SIGKILL',
    // Makes the group, and kills all of it on timeout, abort and our own exit.
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
      if (run.pcm) return options.pcm?.(bytes)
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
  // What a reader throws is the caller's: the program is of no use any more.
  const reading = Promise.all(readers).then(
    () => null,
    (error: unknown) => {
      child.kill('SIGKILL')
      // Nobody reads on: what is still in the pipes must not keep the call waiting for their end.
      for (const stream of child.stdio) if (stream && 'destroy' in stream) stream.destroy()
      return { error }
    },
  )

  const ending = await child
  const broken = await reading
  if (ending.isCanceled) throw options.signal?.reason
  if (broken) throw broken.error
  const kind = failureKind({ ...ending, stderr: output.stderr })
  if (kind && ending.exitCode === undefined && !ending.signal && !ending.timedOut) throw ending
  if (kind) throw new SandboxFailure(kind, run.program, output.stderr)
  return output
}

/** Reads a stream to its end, one piece at a time. That a killed program's pipe breaks off is told by how the program ended. */
async function read(stream: Readable | null, take: (bytes: Uint8Array) => void | Promise<void>) {
  if (!stream) return
  const pieces = stream[Symbol.asyncIterator]()
  for (;;) {
    const piece = await pieces.next().catch(() => null)
    if (!piece || piece.done) return
    await take(piece.value as Uint8Array)
  }
}
