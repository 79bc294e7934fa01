import type { EditSession } from '@kaiwa/editor'
import { indexOfBlock, type TranscriptDocument } from '@kaiwa/transcript'
import { nextTask } from '../../platform/next-task.ts'

/** Blocks that are added in one task: some milliseconds of script and layout. */
const SLICE_BLOCKS = 256

/**
 * Adds the blocks of `whole` that a session with a part of it lacks, first those at its end. In slices, so that the page
 * stays responsive; the session has a continuous text at any time. Returns early when `isValid` returns false.
 */
export async function extendSession(
  session: EditSession,
  { blocks, ...header }: TranscriptDocument,
  isValid: () => boolean,
): Promise<void> {
  const { saved } = session.getState()
  const start = indexOfBlock({ ...header, blocks }, saved.blocks.at(0)?.uuid ?? '')
  const end = start + saved.blocks.length
  for (let from = end; from < blocks.length; from += SLICE_BLOCKS) {
    if (!isValid()) return
    session.extend([], blocks.slice(from, from + SLICE_BLOCKS))
    await nextTask()
  }
  for (let to = start; to > 0; to -= SLICE_BLOCKS) {
    if (!isValid()) return
    session.extend(blocks.slice(Math.max(0, to - SLICE_BLOCKS), to), [])
    await nextTask()
  }
}
