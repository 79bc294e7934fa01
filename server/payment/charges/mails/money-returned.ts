import type { Locale } from '@kaiwa/contract/fields.ts'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'
import type { MailValues } from './mail-payer.ts'

interface Return {
  /** The kind of event at the provider. */
  kind: 'refund' | 'dispute' | 'dispute-won'
  amount: number
  /** Id of the payment at the provider; for operators only. */
  payment: string | null
}

type Values = MailValues & Return

const happened: Record<Locale, Record<Return['kind'], (amount: string) => string>> = {
  ja: {
    refund: (amount) => `お支払いのうち${amount}が返金されました。`,
    dispute: (amount) => `カード会社により、お支払い${amount}に対する異議申し立てが受け付けられました。`,
    'dispute-won': (amount) => `お支払い${amount}に対する異議申し立てが終了し、お支払いが有効になりました。`,
  },
  en: {
    refund: (amount) => `${amount} of your payment was refunded.`,
    dispute: (amount) => `A dispute about the payment of ${amount} was opened with the card's bank.`,
    'dispute-won': (amount) => `The dispute about the payment of ${amount} was closed, and the payment stands.`,
  },
}

const SUBJECTS: Record<Locale, Record<Return['kind'], string>> = {
  ja: {
    refund: '【Kaiwa】返金のお知らせ',
    dispute: '【Kaiwa】お支払いに対する異議申し立てのお知らせ',
    'dispute-won': '【Kaiwa】異議申し立て終了のお知らせ',
  },
  en: {
    refund: 'Kaiwa: refund',
    dispute: 'Kaiwa: a payment is disputed',
    'dispute-won': 'Kaiwa: a dispute was closed',
  },
}

function textOf(locale: Locale, values: Values, url: string): MailText {
  const sum = formatYen(values.amount, locale)
  const isJapanese = locale === 'ja'
  const payment = isJapanese ? `決済ID：${values.payment}` : `Payment: ${values.payment}`
  return {
    subject: SUBJECTS[locale][values.kind],
    lines: [
      isJapanese ? `${values.name} 様` : `Hello ${values.name},`,
      happened[locale][values.kind](sum),
      ...(values.payment === null ? [] : [payment]),
    ],
    button: { label: isJapanese ? '履歴を確認する' : 'Open the history', url },
  }
}

/** To the owner and the operators, when the provider has given money back. */
export function moneyReturnedMail(locale: Locale, values: Values) {
  const path = values.payment === null ? '/mypage/payment' : '/admin/purchase-histories'
  return renderMail(locale, textOf(locale, values, `${values.origin}${path}`))
}
