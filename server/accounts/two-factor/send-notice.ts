import type { Trx } from '../../platform/database/database.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Context } from '../../platform/http/route.ts'
import { type TwoFactorNotice, twoFactorNoticeMail } from '../mails/two-factor-notice.ts'
import { mailName } from '../mails/mail-name.ts'
import { fullName } from '../person.ts'
import { readSettings } from '../profile/settings.ts'
import type { UserRow } from '../store/users.ts'

/** Notifies the owner by mail of a change of two-factor or of an attack on it. */
export async function sendTwoFactorNotice(
  context: Pick<Context, 'app' | 'request'>,
  trx: Trx,
  user: UserRow,
  notice: TwoFactorNotice,
): Promise<void> {
  const url = `${publicAddress(context)}/reset-password`
  const mail = twoFactorNoticeMail(readSettings(user.settings).locale, { name: mailName(fullName(user)), url, notice })
  await context.app.mail.send(trx, { to: user.email, ...mail })
}
