import type { Locale } from '@kaiwa/contract/fields.ts'
import { type MailText, renderMail } from '../../accounts/mails/layout.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { companyName, contactName, paymentTypeName, planName, type RequestFacts } from './request-facts.ts'

const texts: Record<Locale, (facts: RequestFacts) => MailText> = {
  ja: (facts) => ({
    subject: '【Kaiwa】法人プランのお申し込みを受け付けました',
    lines: [
      `${companyName(facts)}\n${contactName(facts)} 様`,
      'このたびは、Kaiwaの法人プランにお申し込みいただき、誠にありがとうございます。以下の内容で受け付けました。',
      `プラン：${planName('ja', facts)}\nお支払い方法：${paymentTypeName('ja', facts.payment_type)}`,
      facts.payment_type === 'credit_card'
        ? 'お申し込み内容を確認のうえ、クレジットカードの登録フォームをメールでお送りします。カードの登録が完了すると、すぐにご利用を開始いただけます。'
        : '3営業日以内に担当者よりご連絡いたします。',
    ],
    button: { label: 'ご利用ガイドを見る', url: `${facts.origin}/guide` },
    small: ['このメールにお心当たりがない場合は、お手数ですが破棄してください。'],
  }),
  en: (facts) => ({
    subject: 'Kaiwa: we received your application',
    lines: [
      `Dear ${contactName(facts)} (${companyName(facts)}),`,
      'Thank you for applying for a business plan of Kaiwa. We received this application:',
      `Plan: ${planName('en', facts)}\nPayment: ${paymentTypeName('en', facts.payment_type)}`,
      facts.payment_type === 'credit_card'
        ? 'After a check of your application, we will send you an email with the registration form for your credit card. You can start as soon as a card is registered.'
        : 'A representative will contact you within 3 business days.',
    ],
    button: { label: 'Read the user guide', url: `${facts.origin}/guide` },
    small: ['If you did not apply, please delete this email.'],
  }),
}

/** Confirms to the applicant that the request was received. */
export function mailApplicant(app: App, trx: Trx, locale: Locale, facts: RequestFacts): Promise<void> {
  return app.mail.send(trx, { to: facts.contact_email, ...renderMail(locale, texts[locale](facts)) })
}
