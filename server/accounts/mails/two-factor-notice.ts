import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from './layout.ts'
import type { MailName } from './mail-name.ts'

/** The event. `left`: number of unused recovery codes. `flood`: the daily limit of wrong codes was reached. */
export type TwoFactorNotice = { kind: 'on' | 'off' | 'renewed' | 'flood' } | { kind: 'recovery'; left: number }

interface Values {
  name: MailName
  url: string
  notice: TwoFactorNotice
}
interface NoticeText {
  subject: string
  line: string
}

function japaneseText(notice: TwoFactorNotice): NoticeText {
  switch (notice.kind) {
    case 'on':
      return {
        subject: '2段階認証が有効になりました',
        line: 'アカウントの2段階認証が有効になりました。次回のログインから、認証アプリのコードが必要です。',
      }
    case 'off':
      return {
        subject: '2段階認証が無効になりました',
        line: 'アカウントの2段階認証が無効になりました。ログインに認証アプリのコードは必要ありません。',
      }
    case 'renewed':
      return {
        subject: 'リカバリーコードが再発行されました',
        line: '2段階認証のリカバリーコードが再発行されました。以前のリカバリーコードは使用できません。',
      }
    case 'recovery':
      return {
        subject: 'リカバリーコードが使用されました',
        line: `2段階認証のリカバリーコードが使用されました。残りは${notice.left}個です。`,
      }
    case 'flood':
      return {
        subject: '2段階認証のコードが繰り返し間違って入力されています',
        line: 'ログインの1段階目を通過した何者かが、2段階認証のコードを繰り返し間違って入力しています。これまでに使ったことのないブラウザでは、しばらくの間、認証アプリのコードを受け付けません。その間もリカバリーコードは使用できます。',
      }
  }
}

function englishText(notice: TwoFactorNotice): NoticeText {
  switch (notice.kind) {
    case 'on':
      return {
        subject: 'two-factor authentication was turned on',
        line: 'Two-factor authentication of your account is on. From now on logging in takes a code of your authenticator app.',
      }
    case 'off':
      return {
        subject: 'two-factor authentication was turned off',
        line: 'Two-factor authentication of your account is off. Logging in no longer takes a code of your authenticator app.',
      }
    case 'renewed':
      return {
        subject: 'you have new recovery codes',
        line: 'New recovery codes were made for the two-factor authentication of your account. Those before no longer work.',
      }
    case 'recovery':
      return {
        subject: 'a recovery code was used',
        line: `A recovery code of your account was used to pass two-factor authentication. You have ${notice.left} left.`,
      }
    case 'flood':
      return {
        subject: 'somebody tries codes of your two-factor authentication',
        line: 'Somebody who has passed the first step of logging in to your account tries one wrong code after another. For a while we take no codes of an authenticator app from browsers that you have not used before. Your recovery codes work.',
      }
  }
}

const texts: Record<Locale, (values: Values) => MailText> = {
  ja: ({ name, url, notice }) => ({
    subject: `【Kaiwa】${japaneseText(notice).subject}`,
    lines: [
      `${name} 様`,
      japaneseText(notice).line,
      'ご自身の操作であれば、お手続きは不要です。お心当たりがない場合は、すぐにパスワードを再設定してください。',
    ],
    button: { label: 'パスワードを再設定する', url },
    small: [`ボタンが押せない場合は、次のURLをブラウザで開いてください：${url}`],
  }),
  en: ({ name, url, notice }) => ({
    subject: `Kaiwa: ${englishText(notice).subject}`,
    lines: [
      `Hello ${name},`,
      englishText(notice).line,
      'If it was you, there is nothing to do. If it was not, please reset your password at once.',
    ],
    button: { label: 'Reset password', url },
    small: [`If the button does not work, open this address in your browser: ${url}`],
  }),
}

export function twoFactorNoticeMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
