import type { Locale } from '@kaiwa/contract/fields.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { MailName } from '../../../accounts/mails/mail-name.ts'
import { type MailText, renderMail } from '../../../accounts/mails/layout.ts'

export interface SharedMailValues {
  /** The user who shares the item. */
  by: MailName
  item: MailName
  kind: 'folder' | 'file' | 'workspace'
  roleId: number
  url: string
  /** True if the recipient has access already. Otherwise the link is a pending invitation. */
  isThere: boolean
}

// Subjects contain fixed text only. Names typed by users appear in the body, in quotation marks.
const ja = {
  kind: { folder: 'フォルダ', file: 'ファイル', workspace: 'ワークスペース' },
  role: (id: number) =>
    ({ [ROLE.editor]: '編集者', [ROLE.viewer]: '閲覧者', [ROLE.manager]: 'マネージャー' })[id] ?? 'メンバー',
}
const en = {
  kind: { folder: 'folder', file: 'file', workspace: 'workspace' },
  role: (id: number) =>
    ({ [ROLE.editor]: 'Editor', [ROLE.viewer]: 'Viewer', [ROLE.manager]: 'Manager' })[id] ?? 'Member',
}

const texts: Record<Locale, (values: SharedMailValues) => MailText> = {
  ja: ({ by, item, kind, roleId, url, isThere }) => ({
    subject: isThere ? `【Kaiwa】${ja.kind[kind]}が共有されました` : `【Kaiwa】${ja.kind[kind]}への招待が届いています`,
    lines: [
      isThere
        ? `「${by}」さんが、${ja.kind[kind]}「${item}」をあなたと共有しました。`
        : `「${by}」さんが、${ja.kind[kind]}「${item}」にあなたを招待しました。`,
      `あなたの権限：${ja.role(roleId)}`,
    ],
    button: { label: isThere ? '開く' : '招待を受ける', url },
    small: [
      '「」内の名前は、ユーザーが入力したものです。',
      ...(isThere ? [] : ['この招待は、このメールを受信したメールアドレスでのみご利用いただけます。']),
      ...(isThere ? [] : ['このメールにお心当たりがない場合は、リンクを開かずに破棄してください。']),
    ],
  }),
  en: ({ by, item, kind, roleId, url, isThere }) => ({
    subject: isThere ? `Kaiwa: a ${en.kind[kind]} was shared with you` : `Kaiwa: you are invited to a ${en.kind[kind]}`,
    lines: [
      isThere
        ? `"${by}" shared the ${en.kind[kind]} "${item}" with you.`
        : `"${by}" invited you to the ${en.kind[kind]} "${item}".`,
      `Your role: ${en.role(roleId)}`,
    ],
    button: { label: isThere ? 'Open' : 'Accept the invitation', url },
    small: [
      'Names in quotation marks were entered by users.',
      ...(isThere ? [] : ['This invitation can only be used with the email address it was sent to.']),
      ...(isThere ? [] : ['If you did not expect this email, please delete it without opening the link.']),
    ],
  }),
}

export function sharedMail(locale: Locale, values: SharedMailValues) {
  return renderMail(locale, texts[locale](values))
}
