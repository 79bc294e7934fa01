import type { AnchoredBlock } from '@kaiwa/transcript/move-anchors.ts'
import type { Trx } from '../platform/database/database.ts'
import type { BlocksTouched } from '../transcripts/extension-points.ts'
import { publishSummary } from './end-generation.ts'
import { hasParts } from './store/parts.ts'
import { raiseTextVersion } from './store/summaries.ts'

function textOf(blocks: readonly AnchoredBlock[]): string {
  return blocks.map(({ content }) => content).join('')
}

/**
 * Marks the summary as out of date when a change of the transcript changed its text. Tags, speakers, sections, and blocks
 * that are split or joined do not change it.
 */
export async function markOutdated(trx: Trx, { fileId, readTouched }: BlocksTouched): Promise<void> {
  // Most files have no summary.
  if (!(await hasParts(trx, fileId))) return
  const { before, after, isReplacement = false } = readTouched()
  if (!isReplacement && textOf(before) === textOf(after)) return
  if (await raiseTextVersion(trx, fileId)) await publishSummary(trx, fileId)
}
