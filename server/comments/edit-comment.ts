import type { editComment as contract } from '@kaiwa/contract/comments.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { openForComment } from './open-for-comment.ts'
import * as policy from './policy.ts'
import { presentThreads } from './present-threads.ts'
import { findComment, updateComment } from './store/threads.ts'
import { checkText, finishComment } from './write-comment.ts'

export const editComment: Handler<typeof contract> = ({ params: { commentId }, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openForComment(trx, context.actor, { commentId })
    const row = await findComment(trx, commentId)
    if (!row) throw new Refusal('E_NOT_FOUND')
    assertAllowed(policy.editComment(actor, file, row))
    const text = await checkText(trx, file, body, row.mentions)
    const { thread_id: threadId } = row
    if (text.body !== row.body) await updateComment(trx, commentId, text.body)
    await finishComment(trx, { file, threadId, commentId, by: actor.id, isNew: false, mentions: text.mentions })
    const [thread] = await presentThreads(trx, { actor, file }, [threadId])
    return thread!
  })
