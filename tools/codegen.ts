// Writes server/platform/database/schema.gen.ts from the migrations: `node tools/codegen.ts`. It starts a temporary
// database, migrates it and reads its schema.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'
import { startPostgres } from '../server/platform/database/embedded/start-postgres.ts'
import { prepareDatabase } from '../server/platform/database/prepare.ts'
import { openLog } from '../server/platform/log.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'kaiwa-codegen-'))
// PostgreSQL runs as an unprivileged user, which must be able to enter the folder.
chmodSync(folder, 0o755)
const postgres = await startPostgres({ dataDirectory: folder, settings: { fsync: 'off' } })
try {
  await prepareDatabase(postgres.url, join(root, 'server/migrations'), [], openLog('warn'))
  execFileSync(join(root, 'node_modules/.bin/kysely-codegen'), ['--config-file', 'server/codegen.json'], {
    cwd: root,
    env: utf8Environment({ ...process.env, DATABASE_URL: postgres.url }),
    stdio: 'inherit',
  })
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
