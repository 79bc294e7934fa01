/**
 * Ways in which a sandboxed run can fail. `refused`: the program could not read its input. `too-large`: it exceeded its
 * file size limit. `crashed`: may have an external cause (the out-of-memory killer). `disk-full`: always has an external
 * cause.
 */
export type SandboxFailureKind =
  | 'timeout'
  | 'memory'
  | 'crashed'
  | 'refused'
  | 'too-large'
  | 'disk-full'
  | 'missing-program'

/** A failed run. `detail` is the end of the program's stderr: for the log, never shown to users. */
export class SandboxFailure extends Error {
  readonly kind: SandboxFailureKind
  readonly detail: string

  constructor(kind: SandboxFailureKind, program: string, detail = '') {
    super(`${program}: ${kind}`)
    this.name = 'SandboxFailure'
    this.kind = kind
    this.detail = detail
  }
}

/** How a process ended, as its parent sees it. */
export interface Ending {
  exitCode?: number | undefined
  signal?: string | undefined
  timedOut: boolean
  stderr: string
}

/** Classifies how a process ended; null for success. */
export function failureKind({ exitCode, signal, timedOut, stderr }: Ending): SandboxFailureKind | null {
  if (timedOut || signal === 'SIGXCPU') return 'timeout'
  if (exitCode === 0) return null
  // ffmpeg exits with 255 after SIGXCPU, and only then.
  if (exitCode === 255) return 'timeout'
  if (/no space left on device/i.test(stderr)) return 'disk-full'
  if (/cannot allocate memory|out of memory|failed to map segment/i.test(stderr)) return 'memory'
  if (signal === 'SIGXFSZ' || /file too large/i.test(stderr)) return 'too-large'
  return signal ? 'crashed' : 'refused'
}
