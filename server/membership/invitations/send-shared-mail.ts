import { nameIn, type StoredName } from '@kaiwa/contract/product-names.ts'
import { mailName } from '../../accounts/mails/mail-name.ts'
import { fullName } from '../../accounts/person.ts'
import { readSettings } from '../../accounts/profile/settings.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findSenderAndRecipient } from '../store/invitations.ts'
import { sharedMail, type SharedMailValues } from './mails/shared.ts'

type Wanted = Omit<SharedMailValues, 'by' | 'item'> & { to: string; invitedBy: number; item: StoredName }

/** Sends the mail in the recipient's language, or in the inviter's if the recipient has no account. */
export async function sendSharedMail(app: App, trx: Trx, { to, invitedBy, item, ...values }: Wanted): Promise<void> {
  const rows = await findSenderAndRecipient(trx, invitedBy, to)
  const by = rows.find(({ id }) => id === invitedBy)
  const reader = rows.find(({ id }) => id !== invitedBy)
  const { locale } = readSettings((reader ?? by)?.settings)
  const names = { by: mailName(by ? fullName(by) : 'Kaiwa'), item: mailName(nameIn(locale, item)) }
  await app.mail.send(trx, { to, ...sharedMail(locale, { ...values, ...names }) })
}
