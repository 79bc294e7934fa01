import type { deleteComment as contract } from '@kaiwa/contract/comments.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { openCommentedFile } from './open-for-comment.ts'
import * as policy from './policy.ts'
import { deleteCommentRow, findComment } from './store/threads.ts'
import { publishComments } from './write-comment.ts'

export const deleteComment: Handler<typeof contract> = ({ params: { commentId } }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openCommentedFile(trx, context.actor, { commentId })
    const row = await findComment(trx, commentId)
    if (!row) throw new Refusal('E_NOT_FOUND')
    assertAllowed(policy.deleteComment(actor, file, row))
    await deleteCommentRow(trx, row)
    await publishComments(trx, file.id, [row.thread_id])
    return { success: true }
  })
