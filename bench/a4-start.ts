// A4: from `node server/main.ts` until it reports ready, in one process with its own PostgreSQL and an existing data
// folder, against starting only that PostgreSQL.

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresAccount } from '../server/platform/database/embedded/account.ts'
import { openBinaries } from '../server/platform/database/embedded/binaries.ts'
import { launch } from '../server/platform/database/embedded/launch.ts'
import { openDataPaths } from '../server/platform/database/embedded/data-paths.ts'
import { findPostmaster } from '../server/platform/database/embedded/postmaster.ts'
import { waitForExit } from '../server/platform/database/embedded/processes.ts'
import { freePort } from '../server/platform/database/embedded/free-port.ts'
import { bundleProgram } from '../tools/bundle-program.ts'
import { compare } from './measure.ts'
import { openFolder, startMain } from './bench-program.ts'
import { loadNow } from './run-options.ts'

const { folder, remove } = await openFolder()
const env = {
  KAIWA_DATA: folder,
  KAIWA_DEMO: 'off',
  KAIWA_MODEL_DOWNLOAD: 'off',
  KAIWA_LOG_LEVEL: 'error',
  DATABASE_URL: undefined,
  PORT: '0',
}

async function program(): Promise<number> {
  const since = performance.now()
  const running = await startMain(env)
  const taken = performance.now() - since
  await running.stop()
  return taken
}

async function postgresAlone(): Promise<number> {
  const account = await postgresAccount()
  const paths = await openDataPaths(join(folder, 'postgres'), account)
  const binaries = await openBinaries(paths.folder, account)
  const port = await freePort()
  const since = performance.now()
  const { pid } = await launch(paths, { binaries, account, port, settings: {} })
  while ((await findPostmaster(paths.cluster))?.status !== 'ready') await pause(2)
  const taken = performance.now() - since
  process.kill(pid!, 'SIGINT')
  await waitForExit(pid!, 20_000)
  return taken
}

// The very first start creates the cluster and the schema; `npm start` also creates the bundle.
await bundleProgram()
await program()
await compare({
  id: 'A4',
  goal: { atMost: 1.3 },
  allowance: 500,
  pairs: 9,
  note: `all roles; ${loadNow()}`,
  ours: program,
  peer: postgresAlone,
})
await remove()
