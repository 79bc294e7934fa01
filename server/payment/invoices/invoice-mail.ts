import { mailName } from '../../accounts/mails/mail-name.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Message } from '../../platform/mail/mail.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { dateText, paymentText, titleOf, yenText } from './texts.ts'

/** The mail with the PDF of an invoice. Invoices are Japanese, and so is the mail. */
export function invoiceMail(invoice: InvoiceRow, pdfKey: string): Message {
  const { company, number, issuer } = invoice
  const title = titleOf(invoice)
  const isReturn = invoice.kind === 'return'
  const lines = [
    ...(company.is_person ? [] : [`${mailName(company.name)} 御中`]),
    `${mailName(company.contact_name)} 様`,
    '平素よりKaiwaをご利用いただき、誠にありがとうございます。',
    `${title}（${number}）をお送りいたします。添付のPDFファイルをご確認ください。`,
    [
      `${isReturn ? 'ご返還金額' : 'ご請求金額'}（税込）：${yenText(Math.abs(invoice.total))}`,
      `発行日：${dateText(invoice.issue_date)}`,
      ...(isReturn ? [] : [`お支払期限：${dateText(invoice.due_date)}`]),
      `ご利用期間：${dateText(invoice.start_date)}〜${dateText(invoice.end_date)}`,
    ].join('\n'),
    paymentText(invoice).replace('下記の口座', '請求書に記載の口座').replace('本書の金額', 'ご返還金額'),
    issuer.name,
  ]
  const html = lines.map((line) => `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(line)}</p>`).join('\n')
  return {
    to: company.contact_email,
    subject: `【Kaiwa】${title}のご送付（${number}）`,
    text: lines.join('\n\n').concat('\n'),
    html: `<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f5f6f8;color:#1f2430;font:16px/1.7 'Noto Sans JP','Hiragino Sans','Yu Gothic',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
${html}
</div>
</body>
</html>
`,
    attachment: { key: pdfKey, name: `${number}.pdf` },
  }
}
