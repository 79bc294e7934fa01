// The names of rows of the purchase history. They depend on whether the row gives money or points back.
import type { Locale } from './fields.ts'
import type { PaymentHistory } from './payment.ts'

/** True if money or points went back: a refund, points that were taken away, or used points that came back. */
export function isReturned({
  billing_type: type,
  money,
  point,
}: Pick<PaymentHistory, 'billing_type' | 'money' | 'point'>): boolean {
  return type === 'use_point' ? point > 0 : money < 0 || point < 0
}

type Names = Record<PaymentHistory['billing_type'], string>

/** Names in files of the server; `returned` is for rows that give money or points back. A test compares those of the pages. */
export const BILLING_ROW_NAMES = {
  ja: {
    usual: {
      payment_auto: 'メンバーシップ料金（カード決済）',
      payment_invoice: '請求書の発行',
      payment_invoice_credit_card: 'プラン料金（カード決済）',
      purchase_point: 'ポイントの購入',
      give_point: 'ポイントの付与',
      use_point: 'ポイントの使用',
    },
    returned: {
      payment_auto: 'メンバーシップ料金の返金',
      payment_invoice: '請求書の返金',
      payment_invoice_credit_card: 'プラン料金の返金',
      purchase_point: 'ポイント購入の返金',
      give_point: 'ポイントの減算',
      use_point: '使用ポイントの返還',
    },
  },
  en: {
    usual: {
      payment_auto: 'Membership fee (card)',
      payment_invoice: 'Invoice issued',
      payment_invoice_credit_card: 'Plan fee (card)',
      purchase_point: 'Points purchased',
      give_point: 'Points given',
      use_point: 'Points used',
    },
    returned: {
      payment_auto: 'Membership fee refunded',
      payment_invoice: 'Invoice refunded',
      payment_invoice_credit_card: 'Plan fee refunded',
      purchase_point: 'Point purchase refunded',
      give_point: 'Points deducted',
      use_point: 'Points returned',
    },
  },
} as const satisfies Record<Locale, Record<'usual' | 'returned', Names>>
