import type { replyToThread as contract } from '@kaiwa/contract/comments.ts'
import type { Handler } from '../platform/http/route.ts'
import { openForComment } from './open-for-comment.ts'
import { presentThreads } from './present-threads.ts'
import { insertComment } from './store/threads.ts'
import { assertRoom, checkText, finishComment } from './write-comment.ts'

export const replyToThread: Handler<typeof contract> = ({ params: { threadId }, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openForComment(trx, context.actor, { threadId })
    await assertRoom(trx, file, threadId)
    const text = await checkText(trx, file, body)
    const commentId = await insertComment(trx, { thread_id: threadId, author_id: actor.id, body: text.body })
    await finishComment(trx, { file, threadId, commentId, by: actor.id, isNew: true, mentions: text.mentions })
    const [thread] = await presentThreads(trx, { actor, file }, [threadId])
    return thread!
  })
