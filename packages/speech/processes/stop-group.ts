import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Kills a child that was started `detached` and its whole process group, and waits for its exit. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  const gone = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'close')
  if (child.pid !== undefined) {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group no longer exists.
    }
  }
  await gone
}
