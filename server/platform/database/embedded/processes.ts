import { readFileSync } from 'node:fs'

/** Whether a process with this id runs, be it another user's. In a container nobody may reap the dead: they are gone. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** A word that tells this process from a later one with the same id, or null when it does not run. */
export const identityOf = (pid: number): string | null =>
  isAlive(pid) ? `${pid}@${statOf(pid)?.startedAt ?? 'unknown'}` : null

/** Null where the system has no /proc (macOS). */
const statOf = (pid: number) => {
  if (process.platform !== 'linux') return null
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

/** State and start time (clock ticks since boot) of a line of /proc/pid/stat, whose command may hold spaces and brackets. */
export const parseStat = (line: string): { state: string; startedAt: string } => {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
}

/** Waits until the process is gone; false when it is still there after `milliseconds`. */
export const waitForExit = async (pid: number, milliseconds: number): Promise<boolean> => {
  const end = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await new Promise((resume) => setTimeout(resume, 20))
  }
  return true
}
