// Migrations are files of one folder, run in the order of their names by whichever process comes first: the others wait
// at kysely's advisory lock and find the work done.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

/** A file is read when its turn comes: a start that finds all of them done reads none. */
const migrationIn = (path: string): Migration => ({
  up: async (db) => {
    const { up } = (await import(pathToFileURL(path).href)) as Migration
    await up(db)
  },
})

const folderProvider = (folder: string): MigrationProvider => ({
  getMigrations: async () => {
    const files = (await readdir(folder)).filter((file) => /^\d{4}_[\w-]+\.ts$/.test(file)).sort()
    return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), migrationIn(join(folder, file))]))
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
