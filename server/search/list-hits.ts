import type { listHits as contract } from '@kaiwa/contract/search.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { planGramQuery } from './grams.ts'
import { presentHits } from './present-hit.ts'
import { findHitsOfFile } from './store/hits.ts'

/** All hits in one file, page by page. */
export const listHits: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const limit = LIMITS.filesPerPage
  const file = await findHitsOfFile(app.db, actor, {
    fileId: params.fileId,
    wanted: await planGramQuery(app.db, query.query),
    limit,
    offset: (query.page - 1) * limit,
  })
  if (!file) throw new Refusal('E_NOT_FOUND')
  return {
    data: await presentHits(file.hits, file.title, query.query),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(file.total / limit)),
  }
}
