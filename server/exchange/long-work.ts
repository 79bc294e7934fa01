// Which imports and exports go to a worker thread, and what is answered when the thread cannot finish. Handing work over
// costs a few milliseconds, and some hundred when a thread must be started first: small files are done in place.
import { invalid } from '../platform/refusal.ts'
import { refusingFailure } from '../platform/threads/refuse-failure.ts'
import type { ThreadOptions } from '../platform/threads/threads.ts'
import type { FileRow } from '../workspace/files/file-rows.ts'
import type { Form } from './read-form.ts'

/** What takes longer than some 50 ms in place. */
const LONG_BYTES = 131_072
const LONG_BLOCKS = 1_000

export const isLongFile = ({ block_count }: Pick<FileRow, 'block_count'>): boolean => block_count > LONG_BLOCKS

/** An import also reads and journals what it replaces. */
export const isLongImport = ({ bytes }: Form, file: Pick<FileRow, 'block_count'>): boolean =>
  bytes.length > LONG_BYTES || isLongFile(file)

/** Ten times what the largest file takes on two cores. */
export const LONG_WORK = { lane: 'interactive', timeoutMs: 300_000 } as const satisfies ThreadOptions

/** A file that needs more memory or time than a thread may take is refused as too large. */
export const refusingLongWork = <T>(work: Promise<T>): Promise<T> => refusingFailure(work, invalid({ file: ['max'] }))
