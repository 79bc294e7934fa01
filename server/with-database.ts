// For commands that work on an installation's database while the program may or may not be running.
import { join } from 'node:path'
import type { Config } from './platform/config.ts'
import { keepPostgres } from './platform/database/embedded/keep-postgres.ts'
import { prepareDatabase } from './platform/database/prepare.ts'
import { openLog } from './platform/log.ts'
import { allDomains, migrationsFolder } from './roles/start-program.ts'

/** Brings the database to the newest schema; answers the migrations that ran. */
export const migrateDatabase = (url: string, config: Config): Promise<readonly string[]> =>
  prepareDatabase(
    url,
    migrationsFolder,
    allDomains.flatMap((domain) => domain.jobs ?? []),
    openLog(config.logLevel),
  )

/** Runs `work` with the address of the configured or the embedded database, which is stopped again if it was started here. */
export const withDatabase = async (config: Config, work: (url: string) => Promise<void>): Promise<void> => {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl)
  const postgres = await keepPostgres({ dataDirectory: join(config.dataFolder, 'postgres') })
  try {
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}
