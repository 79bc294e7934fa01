import type { Domain } from '../platform/domain.ts'
import { fillTexts } from './jobs/fill-texts.ts'
import { routes } from './routes.ts'

export const search: Domain = {
  name: 'search',
  routes,
  jobs: [fillTexts],
  start: async ({ db, jobs }) => {
    const backlog = await db.selectFrom('block_texts_backlog').select('next_id').executeTakeFirst()
    if (backlog) await db.transaction().execute(async (trx) => void (await jobs.send(trx, fillTexts, {})))
  },
}
