import { expect, it, vi } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { job } from './job.ts'

const JOBS = 20

it('starts the next job without a delay after a finished one', async () => {
  let done = 0
  const sip = job<{ n: number }>({ name: 'tea.sip', run: async () => (done += 1) })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [sip] }], roles: ['worker'] })
  try {
    await test.db.transaction().execute(async (trx) => {
      for (let n = 0; n < JOBS; n += 1) await test.app.jobs.send(trx, sip, { n })
    })
    // A worker that polls once per second would take twice as long.
    await vi.waitFor(() => expect(done).toBe(JOBS), { timeout: (JOBS / 2) * 1000, interval: 50 })
  } finally {
    await test.close()
  }
})
