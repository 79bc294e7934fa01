import type { listProfileMembers as contract } from '@kaiwa/contract/profile.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findMembers } from '../store/people.ts'
import { fullName } from '../person.ts'
import { isGuest } from '../policy.ts'

export const listProfileMembers: Handler<typeof contract> = async (_, { app, actor }) => {
  if (actor.workspaceId === null) return { data: [] }
  const rows = await findMembers(app.db, actor.workspaceId, isGuest(actor) ? actor.id : null)
  return {
    data: rows.map((row) => ({
      id: row.id,
      name: fullName(row),
      avatar: row.avatar,
      email: row.email,
      role_id: row.role_id,
    })),
  }
}
