import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrationsFolder } from '../../test/migrations-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openLog } from '../log.ts'
import { openDatabase, openPool } from './open-database.ts'
import { prepareDatabase } from './prepare.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const log = openLog('silent')

it('says that a database was used by a newer version', async () => {
  const db = openDatabase(openPool(database.url, { max: 1, name: 'test', log }))
  await sql`insert into kysely_migration values ('9999_of_tomorrow', now()::text)`.execute(db)
  await db.destroy()
  await expect(prepareDatabase(database.url, migrationsFolder, [], log)).rejects.toThrow(
    'The database was used by a newer version, which has run migration 9999_of_tomorrow. Start that version.',
  )
})
