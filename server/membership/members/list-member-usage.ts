import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import type { listMemberUsage as contract } from '@kaiwa/contract/members.ts'
import { fullName } from '../../accounts/person.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertAllowed } from '../../tree/policy.ts'
import * as policy from './policy.ts'
import { findUsage } from '../store/members.ts'
import { findMonths } from '../store/workspaces.ts'

const SIZE = LIMITS.membersPerPage

/** Returns the usage of each user in a month of Japan time; the current month by default. */
export const listMemberUsage: Handler<typeof contract> = async ({ query }, { app: { db }, actor }) => {
  assertAllowed(policy.viewMembers(actor))
  if (actor.workspaceId === null) throw new Refusal('E_FORBIDDEN', { reason: 'role' })
  const cycles = await findMonths(db, actor.workspaceId)
  const month = `${query.month ?? cycles[0]}-01`
  const rows = await findUsage(db, actor.workspaceId, { month, limit: SIZE, offset: (query.page - 1) * SIZE })
  return {
    cycles,
    usage: {
      data: rows.map((row) => ({
        user_id: row.id,
        user: { id: row.id, name: fullName(row), avatar: row.avatar },
        minute: row.minute,
        storage: row.bytes / BYTES_PER_MB,
        chat: row.chat,
      })),
      current_page: query.page,
      last_page: Math.max(1, Math.ceil((rows[0]?.total ?? 0) / SIZE)),
    },
  }
}
