import type { Locale } from '@kaiwa/contract/fields.ts'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'
import type { MailValues } from './mail-payer.ts'

type Values = MailValues & { number: string; amount: number; url: string }

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, number, amount, url }) => ({
    subject: '【Kaiwa】お支払いが確認できないため、ご利用を制限しました',
    lines: [
      `${name} 様`,
      `請求書${number}（${formatYen(amount, 'ja')}、税込）のお支払いが期限までに確認できなかったため、ご契約を一時停止しました。その間は、基本の上限（プランなしのメンバーシップと同じ）までのご利用となり、上限を超える利用はできません。`,
      'これまでのファイルと文字起こしは、引き続きご覧いただけます。お支払いが確認でき次第、制限は解除されます。',
    ],
    button: { label: 'お支払いに進む', url },
  }),
  en: ({ name, number, amount, url }) => ({
    subject: 'Kaiwa: your limits were reduced because an invoice is unpaid',
    lines: [
      `Hello ${name},`,
      `Invoice ${number} (${formatYen(amount, 'en')} including tax) was not paid in time, so the contract is suspended. Only the basic limits apply, those of a membership without a plan, and nothing beyond them can be used.`,
      'You can still open your files and transcripts. As soon as the invoice is paid, your limits are restored.',
    ],
    button: { label: 'Pay now', url },
  }),
}

/** To the owner, when the grace period of an unpaid invoice has ended. */
export function suspendedMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
