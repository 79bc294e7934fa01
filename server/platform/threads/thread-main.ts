// The program of a worker thread: runs tasks sequentially. They share a database connection while they follow one another;
// a thread that is idle for a second holds none, which a restart of the database would break.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Db } from '../database/database.ts'
import { lowerThreadPriority } from './low-priority.ts'
import { packError } from './packed-error.ts'
import type { ThreadOrder, ThreadReply, ThreadTask } from './thread-task.ts'

// No data: loaded outside of a thread.
if (!(workerData as { keepsPriority: boolean } | null)?.keepsPriority) lowerThreadPriority()
// Threads always run from the sources, also when the program is a bundle; compiling them is most of their start time.
// The folder is `compiledSources` of server/bundle.mjs, which each new bundle empties.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))
const { openThreadDatabase } = await import('./thread-database.ts')

let opened: { url: string; db: Db } | undefined

/** The database of the last task, unless this one has another. */
function databaseOf({ databaseUrl: url, logLevel }: ThreadOrder): Db {
  if (opened?.url === url) return opened.db
  void opened?.db.destroy()
  opened = { url, db: openThreadDatabase(url, logLevel) }
  return opened.db
}

async function run(order: ThreadOrder): Promise<unknown> {
  const { default: task } = (await import(order.module)) as { default: ThreadTask<unknown, unknown> }
  return task(order.input, { db: () => databaseOf(order) })
}

/** Bytes with their own buffer, and buffers that are fields of a result, are transferred instead of copied. */
function transferOf(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array)) return Object.values(value ?? {}).filter((field) => field instanceof ArrayBuffer)
  return value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength ? [value.buffer] : []
}

parentPort?.on('message', (order: ThreadOrder) => {
  run(order).then(
    (value) => parentPort?.postMessage({ value } satisfies ThreadReply, transferOf(value)),
    (error: unknown) => parentPort?.postMessage({ error: packError(error) } satisfies ThreadReply, []),
  )
})
