// G1: memory of a whole idle installation (all roles in one process, with its PostgreSQL) after its sample was made,
// against a Node.js that does nothing and the same PostgreSQL without a connection.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresAccount } from '../server/platform/database/embedded/account.ts'
import { openDataPaths } from '../server/platform/database/embedded/data-paths.ts'
import { findPostmaster } from '../server/platform/database/embedded/postmaster.ts'
import { supervisePostgres } from '../server/platform/database/embedded/supervise-postgres.ts'
import { bundleProgram } from '../tools/bundle-program.ts'
import { openFolder, startMain } from './bench-program.ts'
import { memoryOf } from './memory.ts'
import { median, report } from './measure.ts'
import { loadNow } from './run-options.ts'

const GOAL = 4
/** The sample is transcribed within 20 s; a minute later threads and connections end, and memory is given back. */
const SETTLE_MS = 120_000
const SAMPLES = 5
const MB = 1_048_576

const { folder, remove } = await openFolder()
const dataDirectory = join(folder, 'postgres')

async function postgresPid(): Promise<number> {
  const { cluster } = await openDataPaths(dataDirectory, await postgresAccount())
  const found = await findPostmaster(cluster)
  if (!found) throw new Error('PostgreSQL does not run')
  return found.pid
}

/** The median of some samples, in MB. */
async function settled(pids: readonly number[], afterMs: number): Promise<number> {
  await pause(afterMs)
  const samples: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    samples.push((await memoryOf(...pids)) / MB)
    await pause(1_000)
  }
  return median(samples)
}

await bundleProgram()
const program = await startMain({
  KAIWA_DATA: folder,
  KAIWA_MODEL_DOWNLOAD: 'off',
  KAIWA_LOG_LEVEL: 'error',
  DATABASE_URL: undefined,
  PORT: '0',
})
const postgresOfProgram = await postgresPid()
const ours = await settled([program.pid, postgresOfProgram], SETTLE_MS)
// PostgreSQL is a child of the program.
const ofProgram = ours - (await settled([postgresOfProgram], 0))
await program.stop()

const postgres = await supervisePostgres({ dataDirectory })
const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
const peer = await settled([node.pid!, await postgresPid()], 10_000)
node.kill()
await postgres.stop()
await report({
  id: 'G1',
  ours,
  peer,
  unit: 'MB',
  ratio: ours / peer,
  goal: `<= ${GOAL}`,
  ok: ours / peer <= GOAL,
  pairs: 1,
  note: `${ofProgram.toFixed(0)} MB of it the program, ${loadNow()}`,
  at: new Date().toISOString(),
})
await remove()
process.exit()
