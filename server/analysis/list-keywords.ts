import type { listKeywords as contract } from '@kaiwa/contract/analysis.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { findFile } from '../files/store/files.ts'
import type { Handler } from '../platform/http/route.ts'
import { findKeywords } from './store/keywords.ts'

export const listKeywords: Handler<typeof contract> = async ({ params, query }, { app: { db }, actor }) => {
  await findFile(db, actor, params.fileId)
  const limit = LIMITS.keywordsPerPage
  const { data, total } = await findKeywords(db, actor, params.fileId, { limit, offset: (query.page - 1) * limit })
  return {
    data: data.map(({ speakers, ...keyword }) => ({
      ...keyword,
      speakers: speakers.map(({ speaker_id, count }) => ({ speaker_id, share: count / keyword.count })),
    })),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total / limit)),
  }
}
