import { sql } from 'kysely'
import { job } from './job.ts'

/** Records each start in the database with the attempt number, and runs until it is stopped. */
export const endless = job<{ name: string }>({
  name: 'killed.endless',
  run: async ({ name }, { app, attempt, signal }) => {
    await sql`insert into leases (key, fence, holder, expires_at)
      values (${`${name} ${attempt}`}, ${attempt}, 'worker', now())`.execute(app.db)
    await new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
    })
  },
})
