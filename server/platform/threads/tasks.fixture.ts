// Tasks that thread-lane.test.ts runs in threads.
import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { sql } from 'kysely'
import { Refusal } from '../refusal.ts'
import type { ThreadTask } from './thread-task.ts'

export type Trial =
  | { do: 'tell-thread' }
  | { do: 'refuse' }
  | { do: 'lose-database' }
  | { do: 'spin' }
  | { do: 'wait' }
  | { do: 'fill-memory' }
  | { do: 'exit' }
  | { do: 'measure'; bytes: ArrayBuffer }
  | { do: 'query' }
  | { do: 'read-priority' }

const task: ThreadTask<Trial, number | Uint8Array> = async (trial, { db }) => {
  switch (trial.do) {
    case 'tell-thread':
      return threadId
    case 'refuse':
      throw new Refusal('E_CONFLICT', { reason: 'revision', revision: 7 }, { 'retry-after': '1' })
    case 'lose-database':
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    case 'spin':
      for (;;);
    case 'wait':
      return new Promise(() => setInterval(() => {}, 60_000))
    case 'fill-memory': {
      const kept: object[] = []
      for (;;) kept.push({ at: kept.length, text: String(kept.length) })
    }
    case 'exit':
      return process.exit()
    case 'measure':
      return new Uint8Array(trial.bytes)
    case 'read-priority':
      return getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
    case 'query': {
      const { rows } = await sql<{ answer: number }>`select 42 as answer`.execute(db())
      return rows[0]?.answer ?? 0
    }
  }
}
export default task
