// Layout of all mails: one column with one button, as HTML and as plain text.
import type { Locale } from '@kaiwa/contract/fields.ts'
import { escapeHtml } from '../../platform/escape-html.ts'

export interface MailText {
  subject: string
  lines: string[]
  button: { label: string; url: string }
  /** Conditions and warnings, below the button. */
  small?: string[]
}

function paragraph(line: string, style: string): string {
  return `<p style="margin:0 0 16px;${style}">${escapeHtml(line)}</p>`
}

/** For readers whose mail program shows no button. The plain text contains the address anyway. */
function buttonNote(locale: Locale, url: string): string {
  return locale === 'ja'
    ? `ボタンが押せない場合は、次のURLをブラウザで開いてください：${url}`
    : `If the button does not work, open this URL in your browser: ${url}`
}

export function renderMail(locale: Locale, { subject, lines, button, small = [] }: MailText) {
  return {
    subject,
    text: [...lines, button.label, button.url, ...small, 'Kaiwa'].join('\n\n').concat('\n'),
    html: `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f5f6f8;color:#1f2430;font:16px/1.7 'Noto Sans JP','Hiragino Sans','Yu Gothic',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font-weight:700">Kaiwa</p>
<div style="background:#fff;border:1px solid #e1e4ea;border-radius:8px;padding:24px">
${lines.map((line) => paragraph(line, 'white-space:pre-line')).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;background:#1c5fc4;color:#fff;text-decoration:none;padding:12px 24px;border-radius:6px">${escapeHtml(button.label)}</a></p>
${[...small, buttonNote(locale, button.url)].map((line) => paragraph(line, 'font-size:13px;color:#5a6172;word-break:break-all')).join('\n')}
</div>
</div>
</body>
</html>
`,
  }
}
