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
        line: 'ログインの1段階目を通過した第三者が、2段階認証のコードを繰り返し間違って入力しています。利用実績のないブラウザでは、しばらくの間、認証アプリのコードを受け付けません。その間もリカバリーコードは使用できます。',
      }
  }
}

function englishText(notice: TwoFactorNotice): NoticeText {
  switch (notice.kind) {
    case 'on':
      return {
        subject: 'two-factor authentication was turned on',
        line: 'Two-factor authentication was turned on for your account. From your next login, you will need a code from your authenticator app.',
      }
    case 'off':
      return {
        subject: 'two-factor authentication was turned off',
        line: 'Two-factor authentication was turned off for your account. You no longer need a code from your authenticator app to log in.',
      }
    case 'renewed':
      return {
        subject: 'you have new recovery codes',
        line: 'New recovery codes were generated for two-factor authentication of your account. Your previous codes no longer work.',
      }
    case 'recovery':
      return {
        subject: 'a recovery code was used',
        line: `A recovery code was used for two-factor authentication of your account. You have ${notice.left} left.`,
      }
    case 'flood':
      return {
        subject: 'wrong two-factor authentication codes are being entered',
        line: 'Someone who passed the first step of logging in to your account keeps entering wrong codes. For a while, codes from an authenticator app are not accepted in browsers that you have not used before. Your recovery codes still work.',
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
  }),
  en: ({ name, url, notice }) => ({
    subject: `Kaiwa: ${englishText(notice).subject}`,
    lines: [
      `Hello ${name},`,
      englishText(notice).line,
      'If this was you, you do not need to do anything. If not, please reset your password immediately.',
    ],
    button: { label: 'Reset password', url },
  }),
}

export function twoFactorNoticeMail(locale: Locale, values: Values) {
  return renderMail(locale, texts[locale](values))
}
