import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('the schema types match the migrations (otherwise run `node tools/codegen.ts`)', async () => {
  const database = await createTestDatabase()
  const verified = promisify(execFile)(
    process.execPath,
    ['node_modules/kysely-codegen/dist/cli/bin.js', '--config-file', 'server/codegen.json', '--verify'],
    { cwd: root, env: { ...process.env, DATABASE_URL: database.url } },
  )
  await expect(verified).resolves.toMatchObject({ stderr: '' })
  await database.drop()
})
