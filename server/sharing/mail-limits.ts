// Limits of invitation and sharing mails, counted for a day (docs/decisions/0063-invitation-mails.md). What a workspace
// sends itself is refused openly. What all workspaces together send to one address only stops further mails: an answer that
// differed would tell that others invite the address too.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Trx } from '../platform/database/database.ts'
import { countCall } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'

const DAY = 86_400
const aDay = (max: number, key: RateLimit['key'] = 'account'): RateLimit => ({ max, window: DAY, key })

/** One mailbox: tags after a plus sign do not make another. */
export const mailboxOf = (email: string): string => {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const plus = local.indexOf('+')
  return ((plus > 0 ? local.slice(0, plus) : local) + email.slice(at)).toLowerCase()
}

const fits = async (trx: Trx, name: string, limit: RateLimit, subject: string): Promise<boolean> => {
  try {
    await countCall(trx, name, limit, subject)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

type Sending = { workspaceId: number; invitedBy: number; email: string }

/**
 * Counts one invitation mail. Refuses with E_TOO_MANY_REQUESTS beyond what the workspace may send to this address, the
 * inviter in all, and the workspace in all. False where the address has had enough mails from all workspaces: then nothing
 * is sent, and nobody is told. Counters stay locked until commit: call in ascending order of addresses, under the lock of
 * the tree.
 */
export const countInvitationMail = async (trx: Trx, { workspaceId, invitedBy, email }: Sending): Promise<boolean> => {
  const mailbox = mailboxOf(email)
  const { perAddress, perInviter, perWorkspace, perMailbox } = LIMITS.invitationMailsPerDay
  await countCall(trx, 'invitation mail to', aDay(perAddress, 'body.email'), `${workspaceId} ${mailbox}`)
  await countCall(trx, 'invitation mail by', aDay(perInviter), String(invitedBy))
  await countCall(trx, 'invitation mail of', aDay(perWorkspace), String(workspaceId))
  return fits(trx, 'invitation mail', aDay(perMailbox, 'body.email'), mailbox)
}

/** Whether somebody of the workspace is mailed once more that an item was shared with them; the bell tells it in any case. */
export const countSharedMail = (trx: Trx, { workspaceId, email }: Omit<Sending, 'invitedBy'>): Promise<boolean> =>
  fits(trx, 'shared mail', aDay(LIMITS.sharedMailsPerDay, 'body.email'), `${workspaceId} ${mailboxOf(email)}`)
