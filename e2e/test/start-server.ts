// Starts the server in its own process, with an empty database and data folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import type { Db } from '@kaiwa/server/platform/database/database.ts'
import { openDatabase, openPool } from '@kaiwa/server/platform/database/open-database.ts'
import { openFolder } from '@kaiwa/server/platform/storage/folder.ts'
import type { Storage } from '@kaiwa/server/platform/storage/storage.ts'
import { openLog } from '@kaiwa/server/platform/log.ts'
import { createTestDatabase } from '@kaiwa/server/test/test-database.ts'
import { eventually } from './eventually.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

export interface Program {
  url: string
  /** Database of the server, for test data and assertions. */
  db: Db
  databaseUrl: string
  /** The files of the server, for test data. */
  storage: Storage
  /** Text of the latest mail to an address. Waits until there is one. */
  mailTo: (address: string) => Promise<string>
  kill: () => Promise<void>
  /** Starts the server again with the same port, database and folder. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('The program has no output'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^Kaiwa is ready at (\S+)$/.exec(line)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}`)))
  })
}

function ended(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))
}

function openRows(url: string) {
  const pool = openPool(url, { max: 2, name: 'kaiwa journey', log: openLog('silent') })
  return openDatabase(pool)
}

export async function startProgram(env: Record<string, string> = {}): Promise<Program> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-e2e-'))
  const launch = (port: string): ChildProcess =>
    spawn(process.execPath, [main], {
      env: utf8Environment({
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        KAIWA_DATA: folder,
        KAIWA_MODEL_DOWNLOAD: 'off',
        KAIWA_DEMO: 'off',
        KAIWA_LOG_LEVEL: 'error',
        ...env,
        PORT: port,
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  let child = launch('0')
  const url = await ready(child)
  const { port } = new URL(url)
  const db = openRows(database.url)

  const lastMail = async (address: string): Promise<string | null> => {
    const answer = await fetch(`${url}/dev/mail.json`)
    const mails = (await answer.json()) as { to: string; text: string }[]
    return mails.find(({ to }) => to === address)?.text ?? null
  }

  return {
    url,
    db,
    databaseUrl: database.url,
    storage: openFolder(join(folder, 'files')),
    mailTo: (address) => eventually(`a mail to ${address}`, () => lastMail(address)),
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    restart: async () => {
      child = launch(port)
      await ready(child)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended(child)
      await db.destroy()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
