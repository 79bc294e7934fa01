// Setup file of the e2e project: waits until the build has ended (build-in-background.ts).
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

/** Outcome of the build: an empty string, an error message, or null while it is running. */
async function outcome(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null) return text
  const folder = await stat(dirname(path)).catch(() => null)
  return folder ? null : 'The outcome of the build is unknown; see the output of the test run'
}

const path = inject('buildOutcome')
// The build is aborted at its deadline; 30 s more allow a slow machine to write the outcome.
const latest = inject('buildDeadline') + 30_000
let failure = await outcome(path)
while (failure === null) {
  if (Date.now() > latest) throw new Error('The build for the e2e tests has not reported its outcome')
  await sleep(100)
  failure = await outcome(path)
}
if (failure !== '') throw new Error(failure)
