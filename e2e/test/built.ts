// Setup file of the e2e project: waits until the build has ended (build-behind.ts).
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

/** Outcome of the build: an empty string, an error message, or null while it is running. */
const outcome = async (path: string): Promise<string | null> => {
  const told = await readFile(path, 'utf8').catch(() => null)
  if (told !== null) return told
  const isAwaited = await stat(dirname(path)).catch(() => null)
  return isAwaited ? null : 'How the build ended could not be told: the output of the run says why'
}

const path = inject('buildOutcome')
// The build is aborted at its deadline; 30 s more allow a slow machine to write the outcome.
const latest = inject('buildDeadline') + 30_000
let failure = await outcome(path)
while (failure === null) {
  if (Date.now() > latest) throw new Error('Nothing is heard of the build of what the journeys run on')
  await sleep(100)
  failure = await outcome(path)
}
if (failure !== '') throw new Error(failure)
