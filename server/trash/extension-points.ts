import type { Trx } from '../platform/database/database.ts'
import { hook } from '../platform/extension-point.ts'

/** Files that are being processed go into the trash. Runs inside the deleting transaction, which holds their rows. */
export const runningFilesTrashed = hook<[trx: Trx, fileIds: readonly number[], userId: number]>()
