import type { listSessions as contract } from '@kaiwa/contract/profile.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findSessions } from '../store/sessions.ts'

export const listSessions: Handler<typeof contract> = async (_, { app, actor }) => {
  const rows = await findSessions(app.db, actor.id)
  return {
    data: rows.map(({ created_at, last_seen_at, ...row }) => ({
      ...row,
      is_current: row.id === actor.sessionId,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    })),
  }
}
