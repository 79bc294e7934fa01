import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'
import type { MailValues } from './mail-payer.ts'
import { cardText, linkNote } from './texts.ts'

type Values = MailValues & { brand: string; last4: string }

const texts: Record<Locale, (values: Values, url: string) => MailText> = {
  ja: ({ name, brand, last4, passwordUrl }, url) => ({
    subject: '【Kaiwa】クレジットカードが登録されました',
    lines: [
      `${name} 様`,
      `お支払い用のクレジットカード（${cardText(brand, last4)}）が登録されました。ご利用料金は月末に締め、翌月1日にこのカードへ請求します。`,
      passwordUrl === null
        ? 'お心当たりがない場合は、お支払いページでカードをご確認のうえ、お問い合わせください。'
        : 'ご契約が開始しました。下のボタンからパスワードを設定すると、すぐにご利用いただけます。リンクの有効期限は7日間です。',
    ],
    button: { label: passwordUrl === null ? 'お支払いページを開く' : 'パスワードを設定する', url },
    small: [linkNote('ja', url)],
  }),
  en: ({ name, brand, last4, passwordUrl }, url) => ({
    subject: 'Kaiwa: your credit card was registered',
    lines: [
      `Hello ${name},`,
      `The credit card ${cardText(brand, last4)} was registered for your payments. Each month closes on its last day and is charged to this card on the 1st of the next month.`,
      passwordUrl === null
        ? 'If you did not do this, please check the card on the payment page and contact us.'
        : 'Your contract has started. Set a password with the button below to begin. The link is valid for 7 days.',
    ],
    button: { label: passwordUrl === null ? 'Open the payment page' : 'Set a password', url },
    small: [linkNote('en', url)],
  }),
}

/** To the owner, after a card was registered. The owner of an invited account gets the link to a first password. */
export function cardRegisteredMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values, values.passwordUrl ?? `${values.origin}/mypage/payment`))
}
