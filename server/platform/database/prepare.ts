// Preparation before every start: waits for the database, migrates the schema, prepares pg-boss's schema and creates a
// queue for each job. Migrations are the files of one folder, run in the order of their names. The first process to start
// runs them; others wait for kysely's advisory lock and then find them done.
import { setTimeout as sleep } from 'node:timers/promises'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { openBoss, orphanedQueues, prepareQueues } from '../jobs/boss.ts'
import type { AnyJob } from '../jobs/job.ts'
import type { Db } from './database.ts'
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

/** A migration file is imported only when it is run: a start with nothing to migrate reads none. */
function migrationIn(path: string): Migration {
  return {
    up: async (db) => {
      const { up } = (await import(pathToFileURL(path).href)) as Migration
      await up(db)
    },
  }
}

function folderProvider(folder: string): MigrationProvider {
  return {
    getMigrations: async () => {
      const files = (await readdir(folder)).filter((file) => /^\d{4}_[\w-]+\.ts$/.test(file)).sort()
      return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), migrationIn(join(folder, file))]))
    },
  }
}

/** Kysely's words about a database that has run a migration without a file. */
const UNKNOWN_MIGRATION = /previously executed migration (\S+) is missing/

/** The reason why the schema was not migrated, for the person who starts the program. */
function reasonOf(error: unknown, failed: string | undefined): unknown {
  if (failed !== undefined) return new Error(`Migration ${failed} failed`, { cause: error })
  const newer = error instanceof Error ? UNKNOWN_MIGRATION.exec(error.message)?.[1] : undefined
  if (newer === undefined) return error
  const sentence = `The database was used by a newer version, which has run migration ${newer}. Start that version.`
  return new Error(sentence, { cause: error })
}

/** Migrates the schema to the newest version. Returns the names of the migrations that were run. */
async function runMigrations(db: Db, folder: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: folderProvider(folder) })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw reasonOf(error, results.find(({ status }) => status === 'Error')?.migrationName)
  return results.map(({ migrationName }) => migrationName)
}

/** Resolves when the database is ready for this version of the program. Returns the migrations that were run. */
export async function prepareDatabase(
  url: string,
  folder: string,
  jobs: readonly AnyJob[],
  log: Logger,
): Promise<string[]> {
  const db = openDatabase(openPool(url, { max: 2, name: 'kaiwa migrate', log }))
  const boss = openBoss(url, log, { migrate: true, supervise: false, schedule: false })
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
