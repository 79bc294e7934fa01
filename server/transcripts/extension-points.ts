import type { Block } from '@kaiwa/contract/transcripts.ts'
import type { TouchedBlocks } from '@kaiwa/transcript/move-anchors.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { extensionPoint, hook } from '../platform/extension-point.ts'

/** A file whose transcript is not complete. `language` may be `auto`. */
export interface RunningFile {
  id: number
  language: string
  transcriptId: number
}

/** Blocks that can be read while a file is processed, in the order of the recording. */
export const provisionalText =
  extensionPoint<(db: Db, file: RunningFile) => Promise<Block[]>>('text of a file in processing')

/** A change of the blocks of a transcript. */
export interface BlocksTouched {
  transcriptId: number
  fileId: number
  readTouched: () => TouchedBlocks
}

/** Runs inside of every transaction that changes blocks, after they were written. */
export const blocksTouched = hook<[trx: Trx, change: BlocksTouched]>()
