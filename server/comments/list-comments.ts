import type { listComments as contract } from '@kaiwa/contract/comments.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { presentThreads } from './present-threads.ts'
import { findCommentedFile } from './store/threads.ts'

export const listComments: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  const file = await findCommentedFile(db, actor, params.fileId)
  if (!file || file.role === null) throw new Refusal('E_NOT_FOUND')
  return { threads: await presentThreads(db, { actor, file }, query['thread_ids[]']) }
}
