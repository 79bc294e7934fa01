import { fromKysely, type PgBoss } from 'pg-boss'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { SCHEMA } from './boss.ts'
import { basePriority } from './fair-order.ts'
import type { JobCounts, JobOptions, Jobs } from './jobs.ts'

interface Row {
  name: string
  state: string
  count: number
}

function stateOf(state: string): keyof JobCounts {
  return state === 'active' ? 'running' : state === 'failed' ? 'failed' : 'waiting'
}

/** The value of the first share, for a queue with reserved workers. */
function groupOf({ fairness, reserved = 0 }: JobOptions, data: Readonly<Record<string, unknown>>) {
  const value = reserved > 0 ? data[fairness?.shares[0] ?? ''] : undefined
  return typeof value === 'number' || typeof value === 'string' ? { id: String(value) } : undefined
}

/** The queue as operations see it. Checks names, so that no job without a handler can be sent. */
export function openJobs(boss: PgBoss, db: Db, names: ReadonlySet<string>): Jobs {
  return {
    send: async (trx, job, data, options = {}) => {
      if (!names.has(job.name)) throw new Error(`The job ${job.name} belongs to no domain`)
      const { fairness } = job
      const priority = fairness ? basePriority(fairness, data) : (options.priority ?? job.priority)
      const group = groupOf(job, data)
      return boss.send(job.name, data, {
        db: fromKysely(trx),
        ...(group === undefined ? {} : { group }),
        ...(options.key === undefined ? {} : { singletonKey: options.key }),
        ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
        ...(priority === undefined ? {} : { priority }),
      })
    },
    cancel: async (trx, job, key) => {
      const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(`${SCHEMA}.job`)}
      where name = ${job.name} and singleton_key = ${key} and state < 'completed'
    `.execute(trx)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await boss.cancel(job.name, ids, { db: fromKysely(trx) })
    },
    liveKeys: async (jobs) => {
      const names = jobs.map(({ name }) => name)
      const { rows } = await sql<{ key: string }>`
      select distinct singleton_key as key from ${sql.table(`${SCHEMA}.job`)}
      where name = any(${names}) and singleton_key is not null and state < 'completed'
    `.execute(db)
      return new Set(rows.map(({ key }) => key))
    },
    hasStartedSince: async ({ name }, field, value, time) => {
      const { rows } = await sql`
      select from ${sql.table(`${SCHEMA}.job`)}
      where name = ${name} and started_on > ${time} and data ->> ${field} = ${String(value)} limit 1
    `.execute(db)
      return rows.length > 0
    },
    starvedValues: async ({ name }, field, seconds) => {
      const value = sql`data ->> ${sql.lit(field)}`
      const jobs = sql.table(`${SCHEMA}.job`)
      const { rows } = await sql<{ value: string }>`
      select distinct ${value} as value from ${jobs}
      where name = ${name} and state < 'active' and not blocked and ${value} is not null
        and greatest(created_on, start_after) <= now() - make_interval(secs => ${seconds})
      except select ${value} from ${jobs} where name = ${name} and state = 'active'
    `.execute(db)
      return rows.map(({ value }) => value)
    },
    counts: async () => {
      const { rows } = await sql<Row>`
      select name, state::text, count(*) as count from ${sql.table(`${SCHEMA}.job`)}
      where state not in ('completed', 'cancelled') group by name, state
    `.execute(db)
      const counts: Record<string, JobCounts> = {}
      for (const { name, state, count } of rows)
        (counts[name] ??= { waiting: 0, running: 0, failed: 0 })[stateOf(state)] += count
      return counts
    },
    check: async () => {
      await sql`select 1 from ${sql.table(`${SCHEMA}.version`)}`.execute(db)
    },
  }
}
