// Before each file of journeys: what they run on is built (build-behind.ts).
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

const outcome = () => readFile(inject('buildOutcome'), 'utf8').catch(() => null)
let failure = await outcome()
// The end of the build always comes: it is told whatever becomes of it.
while (failure === null) {
  await sleep(100)
  failure = await outcome()
}
if (failure !== '') throw new Error(failure)
