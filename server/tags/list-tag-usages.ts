import type { listTagUsages as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { openPassageScope } from './open-passage-scope.ts'
import { countPassagesByTag } from './store/passages.ts'

export const listTagUsages: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  const { scope, project_file_id: fileId } = query
  return countPassagesByTag(db, actor, await openPassageScope(db, actor, { ...params, scope, fileId }))
}
