import type { listCommentThreads as contract } from '@kaiwa/contract/comments.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { findCommentedFile, findThreadSummaries } from './store/threads.ts'

export const listCommentThreads: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  const file = await findCommentedFile(db, actor, params.fileId)
  if (!file || file.role === null) throw new Refusal('E_NOT_FOUND')
  return { threads: await findThreadSummaries(db, file.id, query['thread_ids[]']) }
}
