// The program of a worker thread: runs tasks sequentially, each with its own database connection if it needs one. An
// idle thread holds no connection, which a restart of the database would break.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { Db } from '../database/database.ts'
import { lowerThreadPriority } from './low-priority.ts'
import { packError } from './packed-error.ts'
import type { ThreadOrder, ThreadReply, ThreadTask } from './thread-task.ts'

lowerThreadPriority()
// Threads always run from the sources, also when the program is a bundle; compiling them is most of their start time.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))
const { openThreadDatabase } = await import('./thread-database.ts')

async function run({ module, input, databaseUrl, logLevel }: ThreadOrder): Promise<unknown> {
  const { default: task } = (await import(module)) as { default: ThreadTask<unknown, unknown> }
  let opened: Db | undefined
  try {
    return await task(input, { db: () => (opened ??= openThreadDatabase(databaseUrl, logLevel)) })
  } finally {
    await opened?.destroy()
  }
}

/** Bytes with their own buffer are transferred instead of copied. */
function transferOf(value: unknown): ArrayBuffer[] {
  return value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength === value.buffer.byteLength
    ? [value.buffer]
    : []
}

parentPort?.on('message', (order: ThreadOrder) => {
  run(order).then(
    (value) => parentPort?.postMessage({ value } satisfies ThreadReply, transferOf(value)),
    (error: unknown) => parentPort?.postMessage({ error: packError(error) } satisfies ThreadReply, []),
  )
})
