// The names of payment types in lists, mails and files of the server; a test compares those of the pages.
import type { Locale } from './fields.ts'

export const PAYMENT_TYPE_NAMES = {
  ja: { credit_card: 'クレジットカード払い', monthly: '請求書払い（月払い）', yearly: '請求書払い（年払い）' },
  en: { credit_card: 'Credit card', monthly: 'Monthly invoice', yearly: 'Yearly invoice' },
} as const satisfies Record<Locale, Record<'credit_card' | 'monthly' | 'yearly', string>>
