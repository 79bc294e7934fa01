import type { Domain } from '../platform/domain.ts'
import { hasTextBacklog } from '../transcripts/store/search-texts.ts'
import { fillTexts } from './jobs/fill-texts.ts'
import { routes } from './routes.ts'

export const search: Domain = {
  name: 'search',
  routes,
  jobs: [fillTexts],
  start: async ({ db, jobs }) => {
    if (await hasTextBacklog(db))
      await db.transaction().execute(async (trx) => void (await jobs.send(trx, fillTexts, {})))
  },
}
