import type { Trx } from '../platform/database/database.ts'
import { hook } from '../platform/extension-point.ts'

/**
 * Runs inside the deleting transaction, which holds the file rows, when files that are being processed go into the
 * trash.
 */
export const runningFilesTrashed = hook<[trx: Trx, fileIds: readonly number[], userId: number]>()
