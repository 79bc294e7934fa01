import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from '../../accounts/mails/layout.ts'
import { readSettings } from '../../accounts/profile/settings.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { listOperators } from '../store.ts'
import { companyName, contactName, paymentTypeName, planName, type RequestFacts } from './request-facts.ts'

const texts: Record<Locale, (facts: RequestFacts) => MailText> = {
  ja: (facts) => ({
    subject: `【Kaiwa】法人プランのお申し込み：${companyName(facts)}`,
    lines: [
      '法人プランの新しいお申し込みがありました。',
      `申し込み番号：${facts.id}\n会社名：${companyName(facts)}\nご担当者：${contactName(facts)}\nプラン：${planName('ja', facts)}\nお支払い方法：${paymentTypeName('ja', facts.payment_type)}`,
      '運営コンソールで内容を確認し、承認または却下してください。',
    ],
    button: { label: 'お申し込みを確認する', url: `${facts.origin}/admin/subscription-requests` },
    small: ['お申し込みが多いときは、通知メールの一部を省略します。運営コンソールにはすべて表示されます。'],
  }),
  en: (facts) => ({
    subject: `Kaiwa: application of ${companyName(facts)}`,
    lines: [
      'A company has applied for a business plan.',
      `Request: ${facts.id}\nCompany: ${companyName(facts)}\nContact: ${contactName(facts)}\nPlan: ${planName('en', facts)}\nPayment: ${paymentTypeName('en', facts.payment_type)}`,
      'Please check the request in the operator console, and approve or reject it.',
    ],
    button: { label: 'Open the request', url: `${facts.origin}/admin/subscription-requests` },
    small: ['When many companies apply, some of these emails are left out. The operator console shows all requests.'],
  }),
}

/** Notifies all operators, each in their language. Returns how many. */
export async function mailOperators(app: App, trx: Trx, facts: RequestFacts): Promise<number> {
  const operators = await listOperators(trx)
  for (const { email, settings } of operators) {
    const { locale } = readSettings(settings)
    await app.mail.send(trx, { to: email, ...renderMail(locale, texts[locale](facts)) })
  }
  return operators.length
}
