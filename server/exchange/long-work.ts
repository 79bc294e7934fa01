// Which imports and exports go to a worker thread, and what is answered when the thread cannot finish. Handing work over
// costs a few milliseconds, and some hundred when a thread must be started first: small files are done in place.
import type { FastifyReply } from 'fastify'
import type { Actor } from '../accounts/actor.ts'
import { clientSignal } from '../platform/http/client-signal.ts'
import { invalid } from '../platform/refusal.ts'
import { refusingFailure } from '../platform/threads/refuse-failure.ts'
import type { ThreadOptions } from '../platform/threads/threads.ts'
import type { FileRow } from '../files/file-rows.ts'
import type { Form } from './read-form.ts'

/** What takes longer than some 50 ms in place. */
const LONG_BYTES = 131_072
const LONG_BLOCKS = 1_000

export const isLongFile = ({ block_count }: Pick<FileRow, 'block_count'>): boolean => block_count > LONG_BLOCKS

/** An import also reads and journals what it replaces. */
export const isLongImport = ({ bytes }: Form, file: Pick<FileRow, 'block_count'>): boolean =>
  bytes.length > LONG_BYTES || isLongFile(file)

/** Ten times what the largest file takes on two cores. */
const TIMEOUT_MS = 300_000

/** Work of one call: in the turn of its account, and only as long as its client waits for the answer. */
export const longWorkOf = ({ actor, reply }: { actor: Actor; reply: FastifyReply }) =>
  ({
    lane: 'interactive',
    timeoutMs: TIMEOUT_MS,
    turn: { accountId: actor.id, workspaceId: actor.workspaceId },
    signal: clientSignal(reply),
  }) as const satisfies ThreadOptions

/** An import that needs more memory or computing time than a thread may take is refused as too large. */
export const refusingLongImport = <T>(work: Promise<T>): Promise<T> => refusingFailure(work, invalid({ file: ['max'] }))
