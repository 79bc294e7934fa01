import type { createCommentThread as contract } from '@kaiwa/contract/comments.ts'
import { PASSAGE_REASON } from '@kaiwa/contract/errors.ts'
import { startsOf } from '@kaiwa/language/starts-of.ts'
import type { Anchor } from '@kaiwa/transcript/move-anchors.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findStoredBlocks } from '../transcripts/store/blocks.ts'
import { findTranscript } from '../transcripts/store/transcripts.ts'
import { openForComment } from './open-for-comment.ts'
import { presentThreads } from './present-threads.ts'
import { insertComment, insertThread } from './store/threads.ts'
import { assertRoom, checkText, finishComment } from './write-comment.ts'

interface Passage {
  block_uuid: string
  start_offset: number
  text: string
}

/**
 * Returns the offset of the occurrence of `text` that is nearest to `wanted`; the earlier one of two at the same
 * distance; -1 if `content` does not contain it.
 */
function nearest(content: string, text: string, wanted: number): number {
  let best = -1
  for (const at of startsOf(content, text)) {
    if (best >= 0 && Math.abs(at - wanted) >= Math.abs(best - wanted)) break
    best = at
  }
  return best
}

/** The passage in the saved transcript: the caller may have unsaved changes or an older revision. */
async function anchorOf(trx: Trx, fileId: number, passage: Passage): Promise<Anchor> {
  const transcript = await findTranscript(trx, fileId)
  const uuid = passage.block_uuid.toLowerCase()
  const [block] = transcript ? await findStoredBlocks(trx, transcript.id, { uuids: [uuid] }) : []
  if (!block) throw new Refusal('E_NOT_FOUND')
  const { text } = passage
  const start_offset = nearest(block.content, text, passage.start_offset)
  if (start_offset < 0) throw new Refusal('E_CONFLICT', { reason: PASSAGE_REASON })
  const end_offset = start_offset + text.length
  const time = passageTime(block, start_offset, end_offset)
  return { block_uuid: uuid, start_offset, end_offset, text, quote: text, time, is_removed: false }
}

export const createCommentThread: Handler<typeof contract> = ({ params, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openForComment(trx, context.actor, params)
    await assertRoom(trx, file, null)
    const text = await checkText(trx, file, body)
    const anchor = await anchorOf(trx, file.id, body)
    const threadId = await insertThread(trx, { ...anchor, file_id: file.id, created_by: actor.id })
    const commentId = await insertComment(trx, { thread_id: threadId, author_id: actor.id, body: text.body })
    await finishComment(trx, { file, threadId, commentId, by: actor.id, isNew: true, mentions: text.mentions })
    const [thread] = await presentThreads(trx, { actor, file }, [threadId])
    return thread!
  })
