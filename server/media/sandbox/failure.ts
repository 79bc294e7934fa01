/**
 * How a sandboxed run can end badly. `refused` is the program's own no: it could not read what it was given, or wrote beyond its limit.
 * `crashed` may be somebody else's doing (the system short of memory kills), `disk-full` always is.
 */
export type SandboxFailureKind = 'timeout' | 'memory' | 'crashed' | 'refused' | 'disk-full' | 'missing-program'

/** A run that did not end well. `detail` is the end of what the program said: for the log, never for a person. */
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
export type Ending = { exitCode?: number | undefined; signal?: string | undefined; timedOut: boolean; stderr: string }

/** Names the way in which a process ended; null when it ended well. */
export function failureKind({ exitCode, signal, timedOut, stderr }: Ending): SandboxFailureKind | null {
  if (timedOut || signal === 'SIGXCPU') return 'timeout'
  if (exitCode === 0) return null
  // ffmpeg answers SIGXCPU by ending with 255, and ends so for no other reason.
  if (exitCode === 255) return 'timeout'
  if (/no space left on device/i.test(stderr)) return 'disk-full'
  if (/cannot allocate memory|out of memory|failed to map segment/i.test(stderr)) return 'memory'
  if (signal === 'SIGXFSZ' || /file too large/i.test(stderr)) return 'refused'
  return signal ? 'crashed' : 'refused'
}
