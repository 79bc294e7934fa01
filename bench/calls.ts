// Operations called in this process, over the real HTTP stack and a PostgreSQL with production settings.
import { openHttp } from '../server/platform/http/server.ts'
import { allDomains } from '../server/roles/start-program.ts'
import { callerOf, succeederOf } from '../server/test/call.ts'
import { openBench } from './program.ts'

export async function openCalls() {
  const bench = await openBench()
  const http = await openHttp(bench.app, { domains: allDomains, webFolder: bench.folder, api: true })
  await http.ready()
  const call = callerOf(http)
  const close = async (): Promise<void> => {
    await http.close()
    await bench.close()
  }
  return { db: bench.app.db, http, call, succeed: succeederOf(call), close }
}
