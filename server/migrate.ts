// `npm run migrate`: brings the database of DATABASE_URL, or the embedded one, to the newest schema.
import { loadConfig } from './platform/config.ts'
import { migrateDatabase, withDatabase } from './with-database.ts'

const config = loadConfig(process.env)
await withDatabase(config, async (url) => {
  const migrated = await migrateDatabase(url, config)
  process.stdout.write(migrated.length > 0 ? `Migrated: ${migrated.join(', ')}\n` : 'The database is up to date.\n')
})
