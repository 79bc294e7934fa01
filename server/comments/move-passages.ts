import { moveAnchors } from '@kaiwa/transcript/move-anchors.ts'
import type { Trx } from '../platform/database/database.ts'
import type { BlocksTouched } from '../transcripts/extension-points.ts'
import { findAnchors, type ThreadAnchor, updateAnchors } from './store/threads.ts'
import { publishComments } from './write-comment.ts'

/** Moves the passages of comments with a change of the transcript, in its transaction. Most files have none. */
export async function movePassages(trx: Trx, { transcriptId, fileId, readTouched }: BlocksTouched): Promise<void> {
  const anchors = await findAnchors(trx, transcriptId)
  if (anchors.length === 0) return
  const next = moveAnchors(anchors, readTouched()) as readonly ThreadAnchor[]
  const moved = next.filter((anchor, index) => anchor !== anchors[index])
  if (moved.length === 0) return
  await updateAnchors(trx, moved)
  await publishComments(
    trx,
    fileId,
    moved.map(({ id }) => id),
  )
}
