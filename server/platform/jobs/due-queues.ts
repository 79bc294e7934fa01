import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { SCHEMA } from './boss.ts'

/** Those of these queues that have a job whose time has come. One look at an index for each queue. */
export async function findDueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select queue.name from unnest(${names}::text[]) queue (name)
    cross join lateral (
      select from ${sql.table(`${SCHEMA}.job`)} job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now() limit 1
    ) due
  `.execute(db)
  return rows.map(({ name }) => name)
}
