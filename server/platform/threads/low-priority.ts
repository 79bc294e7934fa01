// Worker threads compute for seconds, which the event loop of every process feels when all cores are busy. On Linux a
// thread has its own priority; other systems have one for the process alone, which is left as it is.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Nice value. A core that is contended by one other thread gives this thread a tenth of its time (weight 110 of the
 * default 1,024, see sched(7)).
 */
const NICE = 10

/** Lowers the priority of the calling thread. A system that does not permit it keeps the priority. */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    // `PID/task/TID`
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(threadId, NICE)
  } catch {
    // Without /proc, or in a sandbox without setpriority: the thread competes like any other.
  }
}
