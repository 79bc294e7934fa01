import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { openListener } from '../database/listen.ts'
import { openLog } from '../log.ts'
import { JOB_NOTIFY } from './boss.ts'
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

it('receives the notification of a job after its transaction is committed', async () => {
  const sip = job<{ n: number }>({ name: 'tea.sip', run: async () => {} })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [sip] }] })
  const listener = openListener(test.databaseUrl, openLog('silent'))
  try {
    const told: string[] = []
    await listener.on(JOB_NOTIFY, { onNotify: (name) => void told.push(name), onConnect: () => {} })
    await test.db.transaction().execute(async (trx) => {
      await test.app.jobs.send(trx, sip, { n: 1 })
      await test.app.jobs.send(trx, sip, { n: 2 })
    })
    await vi.waitFor(() => expect(told).toEqual(['tea.sip']), { timeout: 15_000, interval: 20 })
  } finally {
    await listener.close()
    await test.close()
  }
})

it('runs all jobs of one commit side by side, although they are announced once', async () => {
  const started = new Set<number>()
  const all = Promise.withResolvers<void>()
  const brew = job<{ n: number }>({
    name: 'tea.brew',
    concurrency: 4,
    run: async ({ n }) => {
      started.add(n)
      if (started.size === 4) all.resolve()
      await all.promise
    },
  })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [brew] }], roles: ['worker'] })
  try {
    await test.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 4; n += 1) await test.app.jobs.send(trx, brew, { n })
    })
    await all.promise
    expect(started).toEqual(new Set([0, 1, 2, 3]))
  } finally {
    await test.close()
  }
})

it('does not keep finished jobs until their timeout', async () => {
  const datas: WeakRef<object>[] = []
  const sip = job<{ n: number }>({
    name: 'tea.sip',
    run: async (data) => datas.push(new WeakRef(data)),
    timeout: 3_600,
  })
  const test = await openTestApp({ domains: [{ name: 'tea', jobs: [sip] }], roles: ['worker'] })
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  try {
    await test.db.transaction().execute(async (trx) => {
      for (let n = 0; n < JOBS; n += 1) await test.app.jobs.send(trx, sip, { n })
    })
    await expect.poll(() => datas.length).toBe(JOBS)
    const kept = (): number => {
      collect()
      return datas.filter((data) => data.deref() !== undefined).length
    }
    // A worker may keep its last job.
    await expect.poll(kept).toBeLessThanOrEqual(1)
  } finally {
    await test.close()
  }
})
