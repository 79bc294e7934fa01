// Daily limits of invitation and sharing mails (docs/decisions/0063-invitation-mails.md). The limits of a workspace are
// refused with 429. The limit of a mailbox over all workspaces only suppresses the mail: a different answer would reveal
// that others invite the same address.
import { MAIL_LIMIT_REASONS } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { RateLimit } from '@kaiwa/contract/operation.ts'
import type { Trx } from '../../platform/database/database.ts'
import { countCall } from '../../platform/http/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'

const DAY = 86_400

function aDay(max: number, key: RateLimit['key'] = 'account'): RateLimit {
  return { max, window: DAY, key }
}

/** The mailbox of an address: lower case, without a tag after a plus sign. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const plus = local.indexOf('+')
  return ((plus > 0 ? local.slice(0, plus) : local) + email.slice(at)).toLowerCase()
}

async function fits(trx: Trx, name: string, limit: RateLimit, subject: string): Promise<boolean> {
  try {
    await countCall(trx, name, limit, subject)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Calls `countCall`; a refusal carries these details. */
async function count(
  trx: Trx,
  [name, limit, subject]: [string, RateLimit, string],
  details: { reason: string; emails?: string[] },
): Promise<void> {
  try {
    await countCall(trx, name, limit, subject)
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.code, details, error.headers) : error
  }
}

interface Sending {
  workspaceId: number
  invitedBy: number
  email: string
}

/**
 * Counts one invitation mail. Refuses with E_TOO_MANY_REQUESTS beyond the limits of workspace and address, of the
 * inviter, and of the workspace. Returns false beyond the limit of the mailbox: the caller then sends no mail and
 * responds as usual. Counters stay locked until commit, so call it in ascending order of mailboxes while holding the
 * lock of the tree.
 */
export async function countInvitationMail(trx: Trx, { workspaceId, invitedBy, email }: Sending): Promise<boolean> {
  const mailbox = mailboxOf(email)
  const { perAddress, perInviter, perWorkspace, perMailbox } = LIMITS.invitationMailsPerDay
  const { all, address } = MAIL_LIMIT_REASONS
  await count(trx, ['invitation mail to', aDay(perAddress, 'body.email'), `${workspaceId} ${mailbox}`], {
    reason: address,
    emails: [email],
  })
  await count(trx, ['invitation mail by', aDay(perInviter), String(invitedBy)], { reason: all })
  await count(trx, ['invitation mail of', aDay(perWorkspace), String(workspaceId)], { reason: all })
  return fits(trx, 'invitation mail', aDay(perMailbox, 'body.email'), mailbox)
}

function isAddressLimit(error: unknown): error is Refusal {
  return error instanceof Refusal && error.details['reason'] === MAIL_LIMIT_REASONS.address
}

/**
 * Calls `send` for each address. If some addresses have reached their daily limit, refuses after the last call and
 * lists all of them.
 */
export async function sendToEach(emails: readonly string[], send: (email: string) => Promise<unknown>): Promise<void> {
  const limited: string[] = []
  let last: Refusal | null = null
  for (const email of emails)
    try {
      await send(email)
    } catch (error) {
      if (!isAddressLimit(error)) throw error
      limited.push(email)
      last = error
    }
  if (last) throw new Refusal(last.code, { ...last.details, emails: limited }, last.headers)
}

/**
 * Counts one mail about a shared item to a member. Returns false beyond the limit; the member then gets only the
 * notification.
 */
export function countSharedMail(trx: Trx, { workspaceId, email }: Omit<Sending, 'invitedBy'>): Promise<boolean> {
  return fits(trx, 'shared mail', aDay(LIMITS.sharedMailsPerDay, 'body.email'), `${workspaceId} ${mailboxOf(email)}`)
}
