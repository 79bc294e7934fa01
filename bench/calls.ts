// Operations called in this process, over the real HTTP stack and a PostgreSQL with production settings.
import type { App } from '../server/platform/app.ts'
import { openHttp } from '../server/platform/http/server.ts'
import { allDomains } from '../server/roles/start-program.ts'
import { callerOf, succeederOf } from '../server/test/call.ts'
import { openBench } from './program.ts'

export async function openCalls() {
  const bench = await openBench()
  let sent = 0
  const counted: App = {
    ...bench.app,
    db: bench.app.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        sent += 1
        return result
      },
    }),
  }
  const http = await openHttp(counted, { domains: allDomains, webFolder: bench.folder, api: true })
  await http.ready()
  const call = callerOf(http)
  const close = async (): Promise<void> => {
    await http.close()
    await bench.close()
  }
  /** How many statements `run` sends. */
  const statements = async (run: () => Promise<unknown>): Promise<number> => {
    const before = sent
    await run()
    return sent - before
  }
  return { db: bench.app.db, http, call, succeed: succeederOf(call), statements, close }
}
