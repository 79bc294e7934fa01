import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './test/open-test-app.ts'
import { playHostileBodies } from './test/hostile/play-hostile-bodies.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

// `npm run bench -- r7` plays 10,000 calls.
it('R7 no hostile body is answered 5xx, with a long answer, or after more than a second of the thread', async () => {
  const played = await playHostileBodies(test, { seed: 7, rounds: 20 })
  expect(played.violations).toEqual([])
  // Enough calls passed gates and schemas to reach the handlers.
  expect(played.byStatus[200]).toBeGreaterThan(20)
})
