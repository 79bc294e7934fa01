// Round-robin order of waiting jobs. pg-boss takes the job of highest priority, then the oldest; before a worker takes its
// next job, the first jobs of the fair order get the highest priorities.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { SCHEMA } from './boss.ts'
import type { Fairness } from './jobs.ts'

/** Number of jobs that are put in order: more than workers take between two calls. */
const ORDERED = 32
/** Jobs that started before this time do not count any more. */
const MEMORY = sql`interval '10 minutes'`

/** The priority of a job that is not among the next ones. */
export function basePriority(fairness: Fairness, data: Readonly<Record<string, unknown>>): number {
  const order = fairness.order === undefined ? 0 : Number(data[fairness.order] ?? 0)
  return Math.min(0, -order)
}

/**
 * Gives the next jobs of a queue the highest priorities. In each round, every value of the first share gets one job, the one
 * that started a job least recently first; within it the same holds for the second share, and so on. Does nothing while
 * another process does it.
 */
export async function arrangeQueue(db: Db, name: string, { shares, order }: Fairness): Promise<void> {
  const share = (index: number) => sql.ref(`s${index}`)
  const upTo = (count: number) => sql.join(Array.from({ length: count }, (_, index) => share(index)))
  const all = upTo(shares.length)
  const fields = sql.join(
    shares.map((field, index) => sql`coalesce(data ->> ${sql.lit(field)}, '') as ${share(index)}`),
  )
  const position = order === undefined ? sql`0` : sql`coalesce((data ->> ${sql.lit(order)})::integer, 0)`
  // From the jobs of one file up: each step numbers the rounds of a share among the values of the next field.
  let rounds: RawBuilder<unknown> = sql`
    select *, row_number() over (partition by ${all} order by position, created_on, id) as round from waiting`
  for (let level = shares.length - 1; level >= 0; level -= 1) {
    const within = level === 0 ? sql`` : sql`partition by ${upTo(level)}`
    const own = upTo(level + 1)
    rounds = sql`
      select id, priority, position, ${all},
        row_number() over (${within} order by below.round, started_at nulls first, ${share(level)}) as round
      from (${rounds}) below
      left join (select ${own}, max(started_on) as started_at from recent group by ${own}) started using (${own})`
  }
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`kaiwa fair order ${name}`})) as free`.execute(trx)
    if (!rows[0]?.free) return
    await sql`
      with waiting as materialized (
        select id, priority, created_on, ${position} as position, ${fields} from ${sql.table(`${SCHEMA}.job`)}
        where name = ${name} and state < 'active' and not blocked and start_after <= now()
      ), recent as materialized (
        select ${all}, max(started_on) as started_on from (
          select started_on, ${fields} from ${sql.table(`${SCHEMA}.job`)}
          where name = ${name} and started_on > now() - ${MEMORY}) started
        group by ${all}
      ), ranked as (
        select id, priority,
          case when round <= ${ORDERED} then ${ORDERED} + 1 - round else least(0, -position) end as wanted
        from (${rounds}) rounds
      )
      update ${sql.table(`${SCHEMA}.job`)} job set priority = ranked.wanted from ranked
      where job.name = ${name} and job.id = ranked.id and ranked.priority <> ranked.wanted
    `.execute(trx)
  })
}
