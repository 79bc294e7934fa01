// For commands that use an installation's database, whether or not the program is running.
import { join } from 'node:path'
import type { Config } from './platform/config.ts'
import { supervisePostgres } from './platform/database/embedded/supervise-postgres.ts'
import { prepareDatabase } from './platform/database/prepare.ts'
import { openLog } from './platform/log.ts'
import { allDomains, migrationsFolder } from './roles/start-program.ts'

/** Migrates the database to the newest schema; returns the names of the migrations that ran. */
export function migrateDatabase(url: string, config: Config): Promise<readonly string[]> {
  return prepareDatabase(
    url,
    migrationsFolder,
    allDomains.flatMap((domain) => domain.jobs ?? []),
    openLog(config.logLevel),
  )
}

/**
 * Runs `work` with the URL of the configured or the embedded database; stops the embedded one if it was started here.
 */
export async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl)
  const postgres = await supervisePostgres({ dataDirectory: join(config.dataFolder, 'postgres') })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}
