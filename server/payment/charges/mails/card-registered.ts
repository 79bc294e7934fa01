import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'
import type { MailValues } from './mail-payer.ts'
import { cardText } from './texts.ts'

interface Registration {
  brand: string
  last4: string
  /** Whether the registration started a contract. */
  isStarted: boolean
}

type Values = MailValues & Registration

function outcome(locale: Locale, { isStarted, passwordUrl }: Values): string {
  const isJapanese = locale === 'ja'
  if (!isStarted && passwordUrl === null)
    return isJapanese
      ? 'この登録によって新しいご契約は開始していません。現在のご契約は、お支払いページでご確認ください。ご不明な点は、お問い合わせください。'
      : 'This registration started no new contract. You can see your present contract on the payment page. Please contact us if you have questions.'
  if (!isStarted)
    return isJapanese
      ? 'この登録によって新しいご契約は開始していません。ご不明な点は、お問い合わせください。下のボタンからパスワードを設定すると、ログインできます。リンクの有効期限は7日間です。'
      : 'This registration started no new contract. Please contact us if you have questions. Set a password with the button below to log in. The link is valid for 7 days.'
  if (passwordUrl === null)
    return isJapanese
      ? 'お心当たりがない場合は、お支払いページでカードをご確認のうえ、お問い合わせください。'
      : 'If you did not do this, please check the card on the payment page and contact us.'
  return isJapanese
    ? 'ご契約が開始しました。下のボタンからパスワードを設定すると、すぐにご利用いただけます。リンクの有効期限は7日間です。'
    : 'Your contract has started. Set a password with the button below to begin. The link is valid for 7 days.'
}

const texts: Record<Locale, (values: Values, url: string) => MailText> = {
  ja: (values, url) => ({
    subject: '【Kaiwa】クレジットカードが登録されました',
    lines: [
      `${values.name} 様`,
      `お支払い用のクレジットカード（${cardText(values.brand, values.last4)}）が登録されました。${values.isStarted ? 'ご利用料金は月末に締め、翌月1日にこのカードへ請求します。' : ''}`,
      outcome('ja', values),
    ],
    button: { label: values.passwordUrl === null ? 'お支払いページを開く' : 'パスワードを設定する', url },
  }),
  en: (values, url) => ({
    subject: 'Kaiwa: your credit card was registered',
    lines: [
      `Hello ${values.name},`,
      `The credit card ${cardText(values.brand, values.last4)} was registered for your payments.${values.isStarted ? ' Each month closes on its last day and is charged to this card on the 1st of the next month.' : ''}`,
      outcome('en', values),
    ],
    button: { label: values.passwordUrl === null ? 'Open the payment page' : 'Set a password', url },
  }),
}

/** To the owner, after a card was registered. The owner of an invited account gets the link to a first password. */
export function cardRegisteredMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values, values.passwordUrl ?? `${values.origin}/mypage/payment`))
}
