import type { Domain } from '../platform/domain.ts'
import { hasKeywordBacklog } from '../transcripts/store/keywords.ts'
import { reportFirstView } from './first-view.ts'
import { fillKeywords } from './jobs/fill-keywords.ts'
import { routes } from './routes.ts'

export const reports: Domain = {
  name: 'reports',
  routes,
  jobs: [fillKeywords],
  firstViews: [reportFirstView],
  start: async ({ db, jobs }) => {
    if (await hasKeywordBacklog(db))
      await db.transaction().execute(async (trx) => void (await jobs.send(trx, fillKeywords, {})))
  },
}
