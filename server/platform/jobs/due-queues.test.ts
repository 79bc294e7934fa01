import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { findDueQueues } from './due-queues.ts'
import { job } from './job.ts'

it('finds the queues that have a job whose time has come', async () => {
  const jobs = ['now', 'late', 'later', 'running', 'none'].map((name) =>
    job<{ n: number }>({ name, run: async () => {} }),
  )
  const test = await openTestApp({ domains: [{ name: 'tea', jobs }] })
  try {
    const find = () => findDueQueues(test.db, ['now', 'late', 'later', 'running', 'none', 'unknown'])
    expect(await find()).toEqual([])
    await test.db.transaction().execute(async (trx) => {
      for (const [at, startAfter] of [0, 60, 60, 0].entries())
        await test.app.jobs.send(trx, jobs[at]!, { n: at }, { startAfter })
      await test.app.jobs.send(trx, jobs[0]!, { n: 4 })
    })
    await sql`update pgboss.job set start_after = now() - interval '1 second' where name = 'late'`.execute(test.db)
    await sql`update pgboss.job set state = 'active' where name = 'running'`.execute(test.db)
    expect((await find()).toSorted()).toEqual(['late', 'now'])
  } finally {
    await test.close()
  }
})
