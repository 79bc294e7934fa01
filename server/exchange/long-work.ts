// Decides which imports and exports run in a worker thread, and the answer when the thread cannot finish. Passing work
// to a thread costs a few milliseconds, or some hundred when a thread must be started first: small files are processed
// on the main thread.
import type { FastifyReply } from 'fastify'
import type { Actor } from '../accounts/actor.ts'
import { clientSignal } from '../platform/http/client-signal.ts'
import { invalid } from '../platform/refusal.ts'
import { refusingFailure } from '../platform/threads/refuse-failure.ts'
import type { ThreadOptions } from '../platform/threads/threads.ts'
import type { FileRow } from '../files/store/files.ts'
import type { Form } from './read-form.ts'

/** Larger files take more than about 50 ms. */
const LONG_BYTES = 131_072
const LONG_BLOCKS = 1_000
const LONG_TEXT = 50_000

export function isLongFile({ block_count, text_length }: Pick<FileRow, 'block_count' | 'text_length'>): boolean {
  return block_count > LONG_BLOCKS || (text_length ?? 0) > LONG_TEXT
}

/** Whether reading an import takes long. The blocks that the file has now are counted, not read. */
export function isLongImport({ bytes }: Form): boolean {
  return bytes.length > LONG_BYTES
}

/** Ten times the duration for the largest file on two cores. */
const TIMEOUT_MS = 300_000

/** Options for the work of one call: it takes its account's turn, and is aborted when the client disconnects. */
export function longWorkOf({ actor, reply }: { actor: Actor; reply: FastifyReply }) {
  return {
    lane: 'interactive',
    timeoutMs: TIMEOUT_MS,
    turn: { accountId: actor.id, workspaceId: actor.workspaceId },
    signal: clientSignal(reply),
  } as const satisfies ThreadOptions
}

/**
 * Maps failures of an import: one that needs more memory or computing time than a thread may use is refused as too
 * large.
 */
export function refusingLongImport<T>(work: Promise<T>): Promise<T> {
  return refusingFailure(work, invalid({ file: ['max'] }))
}
