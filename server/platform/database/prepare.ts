// Preparation before every start: waits for the database, migrates the schema, prepares pg-boss's schema and creates a
// queue for each job.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { openBoss, orphanedQueues, prepareQueues } from '../jobs/boss.ts'
import type { AnyJob } from '../jobs/job.ts'
import type { Db } from './database.ts'
import { runMigrations } from './migrations.ts'
import { openDatabase, openPool } from './open-database.ts'
import { isUnavailable } from './unavailable.ts'

const TIMEOUT_MS = 60_000

async function waitForDatabase(db: Db, log: Logger): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > end) throw error
      log.warn({ err: error }, 'database does not respond yet')
      await sleep(500)
    }
  }
}

/** Resolves when the database is ready for this version of the program. Returns the migrations that were run. */
export async function prepareDatabase(
  url: string,
  folder: string,
  jobs: readonly AnyJob[],
  log: Logger,
): Promise<string[]> {
  const db = openDatabase(openPool(url, { max: 2, name: 'kaiwa migrate', log }))
  const boss = openBoss(url, log, { migrate: true, supervise: false, schedule: false, listen: false })
  try {
    await waitForDatabase(db, log)
    const migrated = await runMigrations(db, folder)
    await boss.start()
    await prepareQueues(boss, jobs)
    const [orphan] = await orphanedQueues(boss, jobs)
    if (orphan !== undefined)
      throw new Error(
        `Jobs named ${orphan} are waiting, and this version has no handler for them. Start the version that has.`,
      )
    return migrated
  } finally {
    await boss.stop({ graceful: false })
    await db.destroy()
  }
}
