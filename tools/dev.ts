// `npm run dev`: restarts the server when its files change, and serves the browser app with vite on port 5173, which
// proxies /api to the server. Ctrl+C stops both and the database.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { supervisePostgres } from '../server/platform/database/embedded/supervise-postgres.ts'
import { openProgram } from './child-program.ts'

const given = process.env['DATABASE_URL']
const database = given
  ? { url: given, stop: async () => {} }
  : await supervisePostgres({ dataDirectory: join(process.env['KAIWA_DATA'] || './.data', 'postgres') })
// Runs the sources instead of the bundle, because those are watched.
const watched = { flags: ['--watch', '--watch-preserve-output'], args: ['--from-source'] }
const program = openProgram(database.url, watched)
// Target of vite's proxy (web/vite.config.ts).
process.env['KAIWA_API'] ??= `http://localhost:${process.env['PORT'] || 8080}`
const vite = await createServer({ root: fileURLToPath(new URL('../web', import.meta.url)) })
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => program.stop())
await program.ended
await vite.close()
await database.stop()
process.exit(0)
