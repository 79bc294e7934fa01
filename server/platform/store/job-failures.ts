// The number of failed attempts of each job, which pg-boss does not count.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Counts a failed attempt. Returns the number of failures so far. */
export async function countJobFailure(db: Db, jobId: string): Promise<number> {
  const { count } = await db
    .insertInto('job_failures')
    .values({ job_id: jobId, count: 1 })
    .onConflict((conflict) =>
      conflict
        .column('job_id')
        .doUpdateSet({ count: sql<number>`job_failures.count + 1`, failed_at: sql<Date>`now()` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

export async function findJobFailures(db: Db, jobId: string): Promise<number> {
  return (
    (await db.selectFrom('job_failures').select('count').where('job_id', '=', jobId).executeTakeFirst())?.count ?? 0
  )
}

/** Deletes counters of jobs that ended days ago. */
export async function pruneJobFailures(db: Db): Promise<void> {
  await sql`delete from job_failures where failed_at < now() - interval '3 days'`.execute(db)
}
