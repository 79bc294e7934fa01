// Migrations are files of one folder, run in the order of their names by whichever process comes first: the others wait
// at kysely's advisory lock and find the work done.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

const folderProvider = (folder: string): MigrationProvider => ({
  getMigrations: async () => {
    const files = (await readdir(folder)).filter((file) => /^\d{4}_[\w-]+\.ts$/.test(file)).sort()
    const entries = await Promise.all(
      files.map(async (file) => {
        const migration = (await import(pathToFileURL(join(folder, file)).href)) as Migration
        return [file.replace(/\.ts$/, ''), migration] as const
      }),
    )
    return Object.fromEntries(entries)
  },
})

/** Brings the schema up to the newest migration and returns the names of those that were run now. */
export const runMigrations = async (db: Db, folder: string): Promise<string[]> => {
  const migrator = new Migrator({ db, provider: folderProvider(folder) })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')
    throw new Error(`Migration ${failed?.migrationName ?? '(none)'} failed`, { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}
