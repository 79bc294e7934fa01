// A user belongs to one workspace. Accepting an invitation closes the user's own workspace if it has no file and no
// other member. Users of any other workspace must be invited by another address.
import type { Db, Trx } from '../../platform/database/database.ts'
import { findMembersElsewhere } from '../store/members.ts'

/** Returns the addresses that cannot be invited, as they were typed. */
export async function emailsElsewhere(db: Db | Trx, workspaceId: number, emails: readonly string[]): Promise<string[]> {
  const bound = (await findMembersElsewhere(db, workspaceId, emails))
    .filter(({ is_empty: isEmpty }) => !isEmpty)
    .map(({ email }) => email.toLowerCase())
  return emails.filter((email) => bound.includes(email.toLowerCase()))
}
