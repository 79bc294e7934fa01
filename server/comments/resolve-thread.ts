import type { resolveThread as contract } from '@kaiwa/contract/comments.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { assertAllowed } from '../tree/policy.ts'
import { openCommentedFile } from './open-for-comment.ts'
import * as policy from './policy.ts'
import { presentThreads } from './present-threads.ts'
import { findThreads, updateResolved } from './store/threads.ts'
import { publishComments } from './write-comment.ts'

/** A thread that is already in the wanted state keeps its time and person. */
export const resolveThread: Handler<typeof contract> = ({ params: { threadId }, body }, context) =>
  context.app.db.transaction().execute(async (trx) => {
    const { actor, file } = await openCommentedFile(trx, context.actor, { threadId })
    const [row] = await findThreads(trx, file.id, [threadId])
    if (!row) throw new Refusal('E_NOT_FOUND')
    assertAllowed(policy.resolveThread(actor, file, row))
    if ((row.resolved_at !== null) !== body.is_resolved) {
      await updateResolved(trx, threadId, body.is_resolved ? actor.id : null)
      await publishComments(trx, file.id, [threadId])
    }
    const [thread] = await presentThreads(trx, { actor, file }, [threadId])
    return thread!
  })
