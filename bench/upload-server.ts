// The program as a separate process with its own PostgreSQL, fsync included, and a user who may upload to it.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { UploadCredentials, UploadTicket } from '@kaiwa/contract/uploads.ts'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import { supervisePostgres } from '../server/platform/database/embedded/supervise-postgres.ts'
import { openDatabase, openPool } from '../server/platform/database/open-database.ts'
import { openLog } from '../server/platform/log.ts'
import { createFolder, rootOf } from '../server/test/factories/items.ts'
import { createOwner } from '../server/test/factories/users.ts'

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const SECRET = 'a secret of the benches, which is long enough'

export interface UploadServer {
  port: number
  /** Final path of an upload's original. */
  originalOf: (upload: BenchUpload) => string
  requestUpload: (bytes: number) => Promise<BenchUpload>
  /** Kills the server with SIGKILL and starts it again on the same port. */
  killAndRestart: () => Promise<void>
  close: () => Promise<void>
}

export type BenchUpload = UploadCredentials & { path: string; headers: Record<string, string> }

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [MAIN], {
    env: utf8Environment({ ...process.env, ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready at http:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return { child, port: Number(port) }
  }
  throw new Error('The server did not start')
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

export async function startUploadServer(): Promise<UploadServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-uploads-'))
  // PostgreSQL does not run as root and needs access to this folder.
  await chmod(folder, 0o755)
  const starting = supervisePostgres({ dataDirectory: join(folder, 'postgres') })
  let server: { child: ChildProcess; port: number } | undefined
  const closeAll = async (): Promise<void> => {
    if (server) await stop(server.child, 'SIGTERM')
    await starting.then((postgres) => postgres.stop())
    await rm(folder, { recursive: true, force: true })
  }
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= closeAll())
  // Both would outlive this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)))
  const postgres = await starting

  const dataFolder = join(folder, 'data')
  const env = {
    KAIWA_DATA: dataFolder,
    KAIWA_SECRET: SECRET,
    KAIWA_DEMO: 'off',
    KAIWA_ROLES: 'api',
    KAIWA_LOG_LEVEL: 'error',
    DATABASE_URL: postgres.url,
  }
  const began = await start({ ...env, PORT: '0' }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  server = began
  const { port } = began

  const db = openDatabase(openPool(postgres.url, { max: 1, name: 'bench', log: openLog('silent') }))
  const owner = await createOwner(db)
  const target = await createFolder(db, rootOf(owner), { creator: owner })
  await db.destroy()

  return {
    port,
    originalOf: ({ video_id }) => join(dataFolder, 'files', 'media', video_id, 'original'),
    requestUpload: async (bytes) => {
      const uuid = randomUUID()
      const entry = { uuid, name: 'long.mp4', size: bytes / 1_048_576, duration: 60, num_speaker: null }
      const response = await fetch(`http://127.0.0.1:${port}/api/projects/${target.projectId}/uploads/upload-url`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ files: [entry] }),
      })
      if (response.status !== 201) throw new Error(`upload-url answered ${response.status} ${await response.text()}`)
      const ticket = (await response.json()) as UploadTicket
      const credentials = ticket.uploads[uuid] as UploadCredentials
      const headers = {
        'Tus-Resumable': '1.0.0',
        AuthorizationSignature: credentials.tus_signature,
        AuthorizationExpire: String(credentials.expired_at),
        VideoId: credentials.video_id,
        LibraryId: ticket.library_id,
      }
      return { ...credentials, headers, path: `/api/tus/${credentials.video_id}` }
    },
    killAndRestart: async () => {
      if (server) await stop(server.child, 'SIGKILL')
      server = await start({ ...env, PORT: String(port) })
    },
    close,
  }
}
