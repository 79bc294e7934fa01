import { readFileSync } from 'node:fs'

/**
 * True if a process with this id is running, also if it belongs to another user. Zombies count as ended, because in a
 * container they may never be reaped.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** Returns a string that distinguishes this process from a later one with the same id, or null if it is not running. */
export function identityOf(pid: number): string | null {
  return isAlive(pid) ? `${pid}@${statOf(pid)?.startedAt ?? 'unknown'}` : null
}

/** Null on systems without /proc (macOS). */
function statOf(pid: number) {
  if (process.platform !== 'linux') return null
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Parses state and start time (clock ticks since boot) from /proc/pid/stat, where the command may contain spaces and
 * brackets.
 */
export function parseStat(line: string): { state: string; startedAt: string } {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
}

/** Waits until the process has ended; returns false if it is still running after `milliseconds`. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await new Promise((resume) => setTimeout(resume, 20))
  }
  return true
}
