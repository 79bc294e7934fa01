// Migrations are the files of one folder, run in the order of their names. The first process to start runs them; others
// wait for kysely's advisory lock and then find them done.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

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

/** Migrates the schema to the newest version. Returns the names of the migrations that were run. */
export async function runMigrations(db: Db, folder: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: folderProvider(folder) })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')
    throw new Error(`Migration ${failed?.migrationName ?? '(none)'} failed`, { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}
