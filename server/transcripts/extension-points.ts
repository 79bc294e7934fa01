import type { Block } from '@kaiwa/contract/transcripts.ts'
import type { Db } from '../platform/database/database.ts'
import { extensionPoint } from '../platform/extension-point.ts'

/** A file whose transcript is not complete. `language` may be `auto`. */
export interface RunningFile {
  id: number
  language: string
  transcriptId: number
}

/** Blocks that can be read while a file is processed, in the order of the recording. */
export const provisionalText =
  extensionPoint<(db: Db, file: RunningFile) => Promise<Block[]>>('text of a file in processing')
