// `npm run reset`: deletes the data and files of a local installation. Keeps models and the secret. The program must be
// stopped; its next start begins with the first-run state.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Config, loadConfig } from './platform/config.ts'
import type { Db } from './platform/database/database.ts'
import { openDatabase, openPool } from './platform/database/open-database.ts'
import { openLog } from './platform/log.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { openWorkFolders } from './platform/work-folders.ts'
import { migrateDatabase, withDatabase } from './with-database.ts'

/** The reset is refused; the message is a sentence for the user of the command. */
class ResetRefused extends Error {
  override name = 'ResetRefused'
}

/** All connections of the program have an application name. */
async function assertNotRunning(db: Db): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name like 'kaiwa %' and pid <> pg_backend_pid() limit 1
  `.execute(db)
  if (rows.length > 0) throw new ResetRefused('The program is running: stop it before its installation is emptied.')
}

async function emptyDatabase(db: Db): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

async function emptyStorage(config: Config): Promise<void> {
  const storage = await openStorage(config, openWorkFolders(join(config.dataFolder, 'work')))
  if (storage.kind === 's3')
    for (const prefix of ['media/', 'speech/', 'uploads/', 'avatars/', 'invoices/']) await storage.deletePrefix(prefix)
  for (const name of ['files', 'uploads', 'work'])
    await rm(join(config.dataFolder, name), { recursive: true, force: true })
}

async function reset(): Promise<void> {
  if (process.env['KAIWA_MODE']?.trim() === 'server')
    throw new ResetRefused('KAIWA_MODE is server: only a local installation can be reset.')
  const config = loadConfig(process.env)
  await withDatabase(config, async (url) => {
    const db = openDatabase(openPool(url, { max: 1, name: 'kaiwa reset', log: openLog(config.logLevel) }))
    try {
      await assertNotRunning(db)
      await emptyDatabase(db)
    } finally {
      await db.destroy()
    }
    await emptyStorage(config)
    await migrateDatabase(url, config)
  })
}

try {
  await reset()
  process.stdout.write('The installation is empty.\n')
} catch (error) {
  process.stderr.write(`Not reset: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
