// Mails about payments go to the owner of the workspace, in the owner's language. Notices about money that the provider
// gave back go to the operators as well.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { mailName, type MailName } from '../../../accounts/mails/mail-name.ts'
import { newPasswordLink } from '../../../accounts/passwords/send-password-link.ts'
import { fullName } from '../../../accounts/person.ts'
import { readSettings } from '../../../accounts/profile/settings.ts'
import type { App } from '../../../platform/app.ts'
import type { Trx } from '../../../platform/database/database.ts'
import type { Message } from '../../../platform/mail/mail.ts'
import { findCustomer, findOperators, findPayer } from '../../provider/store/customers.ts'

export interface MailValues {
  name: MailName
  /** Base address of the program. */
  origin: string
  /** The link at which the owner of an invited account sets the first password; null for every other account. */
  passwordUrl: string | null
}

/** Days for which the link to a first password is valid. */
const PASSWORD_LINK_DAYS = 7

export type Compose = (locale: Locale, values: MailValues) => Omit<Message, 'to'>

async function originOf(app: App, trx: Trx, workspaceId: number): Promise<string> {
  return app.config.url ?? (await findCustomer(trx, workspaceId))?.address ?? `http://localhost:${app.config.port}`
}

/** Sends nothing if the workspace was deleted or its owner is disabled. */
export async function mailPayer(app: App, trx: Trx, workspaceId: number, compose: Compose): Promise<void> {
  const payer = await findPayer(trx, workspaceId)
  if (!payer || payer.is_disabled) return
  const origin = await originOf(app, trx, workspaceId)
  const { locale } = readSettings(payer.settings)
  const user = { id: payer.user_id, email: payer.email }
  const passwordUrl = payer.is_invited
    ? await newPasswordLink(trx, user, origin, { isSet: true, minutes: PASSWORD_LINK_DAYS * 24 * 60 })
    : null
  const values = { name: mailName(fullName(payer)), origin, passwordUrl }
  await app.mail.send(trx, { to: payer.email, ...compose(locale, values) })
}

export async function mailOperators(app: App, trx: Trx, workspaceId: number, compose: Compose): Promise<void> {
  const origin = await originOf(app, trx, workspaceId)
  for (const operator of await findOperators(trx)) {
    const { locale } = readSettings(operator.settings)
    const values = { name: mailName(fullName(operator)), origin, passwordUrl: null }
    await app.mail.send(trx, { to: operator.email, ...compose(locale, values) })
  }
}
