import { setTimeout as sleep } from 'node:timers/promises'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.ts'

export type KeptPostgres = {
  /** Remains valid after restarts: the server comes back on the same port with the same password. */
  url: string
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL and restarts it whenever it dies, until `stop`. Called once per installation: by the supervisor of
 * `npm start`, or by server/main.ts if DATABASE_URL is not set.
 */
export const keepPostgres = async (
  options: PostgresOptions & { onTrouble?: (sentence: string, cause?: unknown) => void },
): Promise<KeptPostgres> => {
  const { onTrouble = () => undefined, ...wanted } = options
  let stopping = false
  let revival: Promise<void> = Promise.resolve()
  let current = await startPostgres(wanted)
  const { url, port } = current

  const revive = async (pause = 100): Promise<void> => {
    if (stopping) return
    try {
      current = await startPostgres({ ...wanted, port })
      keep(current)
    } catch (error) {
      onTrouble('PostgreSQL did not come back; trying again.', error)
      await sleep(pause)
      await revive(Math.min(pause * 2, 5000))
    }
  }
  const keep = (running: RunningPostgres) =>
    running.onExit(() => {
      if (stopping) return
      onTrouble('PostgreSQL ended unexpectedly; starting it again.')
      revival = revive()
    })
  keep(current)

  return {
    url,
    stop: async () => {
      stopping = true
      await revival
      await current.stop()
    },
  }
}
