// `npm start`: keeps PostgreSQL and the program running until Ctrl+C, which stops both, the database last. With a
// DATABASE_URL the database is managed elsewhere. A program that fails on its first start is not restarted.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'
import { findBundle } from '../server/bundle.mjs'
import { supervisePostgres } from '../server/platform/database/embedded/supervise-postgres.ts'
import { buildWeb } from './build-web.ts'
import { openProgram, type Program } from './child-program.ts'

function print(sentence: string) {
  void process.stderr.write(`${sentence}\n`)
}

async function openDatabase() {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, stop: async () => {} }
  return supervisePostgres({
    dataDirectory: join(process.env['KAIWA_DATA'] || './.data', 'postgres'),
    onFailure: print,
  })
}

let isStopping = false
let program: Program | undefined

function stop() {
  isStopping = true
  program?.stop()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// A parent process killed with SIGKILL can no longer forward Ctrl+C.
const parent = process.ppid
setInterval(() => process.ppid !== parent && stop(), 500).unref()

const [database] = await Promise.all([openDatabase(), buildWeb(() => print('Building the web app …'))])

/** Runs at the lowest priority after the page is available. Without the bundle the next start is slower. */
function bundleForNextTime() {
  if (findBundle() !== undefined) return
  const bundling = spawn(process.execPath, [fileURLToPath(new URL('bundle-program.ts', import.meta.url))], {
    env: utf8Environment(),
    stdio: 'ignore',
  })
  bundling.on('error', () => undefined)
  if (bundling.pid !== undefined) setPriority(bundling.pid, constants.priority.PRIORITY_LOW)
  process.once('exit', () => bundling.kill())
}

/** Restarts the program until it is stopped; returns the final exit code. */
async function keepProgram(): Promise<number> {
  let wasReady = false
  for (let pause = 500; !isStopping; pause = Math.min(pause * 2, 30_000)) {
    const startedAt = Date.now()
    program = openProgram(database.url, { onReady: bundleForNextTime })
    const { code, ready } = await program.ended
    if (isStopping) break
    wasReady ||= ready
    if (!wasReady) return code
    if (Date.now() - startedAt > 60_000) pause = 500
    print(`The program ended unexpectedly (${code}); starting it again.`)
    await sleep(pause)
  }
  return 0
}

const code = await keepProgram()
await database.stop()
process.exit(code)
