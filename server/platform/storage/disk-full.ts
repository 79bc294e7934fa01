import { SandboxFailure } from '../sandbox/sandbox-failure.ts'

/** ENOSPC and EDQUOT of this process; SQLSTATE 53100 (disk_full) of the database. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/**
 * Whether a write of this process, of a sandboxed program or of the database failed because the disk or the user's quota is
 * full.
 */
export function isDiskFull(error: unknown): boolean {
  return error instanceof SandboxFailure
    ? error.kind === 'disk-full'
    : error instanceof Error && 'code' in error && codes.includes(error.code)
}
