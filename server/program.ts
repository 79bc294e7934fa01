// Starts the program, prints one line when it is ready, and shuts down gracefully on SIGTERM and SIGINT.
import { join } from 'node:path'
import { loadConfig } from './platform/config.ts'
import { ConfigError } from './platform/config-values.ts'
import { openLog } from './platform/log.ts'

/** Seconds for a graceful shutdown before the process exits anyway. */
const STOP_TIMEOUT_MS = 20_000

function readConfig() {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  }
}

const config = readConfig()
const log = openLog(config.logLevel)

/** The database of DATABASE_URL, or an embedded one in the data folder that is restarted whenever it dies. */
async function openPostgres(onLaunch: () => void): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} }
  const { supervisePostgres } = await import('./platform/database/embedded/supervise-postgres.ts')
  return supervisePostgres({
    dataDirectory: join(config.dataFolder, 'postgres'),
    onLaunch,
    onFailure: (sentence, cause) => log.error({ err: cause }, sentence),
  })
}

async function main(): Promise<void> {
  // Launch the database first and load the program while it starts: loading blocks the event loop.
  const launched = Promise.withResolvers<void>()
  const opening = openPostgres(launched.resolve)
  await Promise.race([launched.promise, opening])
  const [postgres, { startProgram }] = await Promise.all([opening, import('./roles/start-program.ts')])
  const program = await startProgram(config, postgres.url, log, { isPortGiven: Boolean(process.env['PORT']) }).catch(
    async (error: unknown) => {
      await postgres.stop()
      throw error
    },
  )
  let isStopping = false
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    await program.stop()
    await postgres.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  process.stdout.write(`Kaiwa is ready at http://localhost:${program.port}\n`)
}

process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))

await main().catch((error: unknown) => {
  log.fatal({ err: error }, 'start failed')
  process.stderr.write(`Kaiwa could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
  setTimeout(() => process.exit(1), 500)
})
