import { setTimeout as sleep } from 'node:timers/promises'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.ts'

export interface SupervisedPostgres {
  /** Remains valid after restarts: the server comes back on the same port with the same password. */
  url: string
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL and restarts it whenever it dies, until `stop`. Called once per installation: by the supervisor of
 * `npm start`, or by server/main.ts if DATABASE_URL is not set.
 */
export async function supervisePostgres(
  options: PostgresOptions & { onFailure?: (sentence: string, cause?: unknown) => void },
): Promise<SupervisedPostgres> {
  const { onFailure = () => undefined, ...postgresOptions } = options
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  let current = await startPostgres(postgresOptions)
  const { url, port } = current

  const restart = async (pause = 100): Promise<void> => {
    if (stopping) return
    try {
      current = await startPostgres({ ...postgresOptions, port })
      watch(current)
    } catch (error) {
      onFailure('PostgreSQL did not come back; trying again.', error)
      await sleep(pause)
      await restart(Math.min(pause * 2, 5000))
    }
  }
  const watch = (running: RunningPostgres) =>
    running.onExit(() => {
      if (stopping) return
      onFailure('PostgreSQL ended unexpectedly; starting it again.')
      restarting = restart()
    })
  watch(current)

  return {
    url,
    stop: async () => {
      stopping = true
      await restarting
      await current.stop()
    },
  }
}
