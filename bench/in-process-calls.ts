// Calls operations in this process, over the real HTTP stack and a PostgreSQL with production settings.
import { openHttp } from '../server/platform/http/server.ts'
import { allDomains } from '../server/roles/start-program.ts'
import { callerOf, succeederOf } from '../server/test/test-calls.ts'
import { openBench } from './bench-program.ts'
import { recordStatements } from './statements.ts'

/** `keep`: see `openBench`. */
export async function openCalls({ keep }: { keep?: string | undefined } = {}) {
  const bench = await openBench({ keep })
  const { db, statementsOf } = recordStatements(bench.app.db)
  const http = await openHttp({ ...bench.app, db }, { domains: allDomains, webFolder: bench.folder, api: true })
  await http.ready()
  const call = callerOf(http)
  const close = async (): Promise<void> => {
    await http.close()
    await bench.close()
  }
  return { bench, db: bench.app.db, http, call, succeed: succeederOf(call), statementsOf, close }
}
