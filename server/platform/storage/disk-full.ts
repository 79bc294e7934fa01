import { SandboxFailure } from '../sandbox/sandbox-failure.ts'

/** Whether a write of this process or of a sandboxed program failed because the disk or the user's quota is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof SandboxFailure
    ? error.kind === 'disk-full'
    : error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
