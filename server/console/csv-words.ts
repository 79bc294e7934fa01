// Words of states and kinds in the CSV files of the console, as the pages show them.
import type { AdminHistory, AdminInvoice } from '@kaiwa/contract/admin-invoices.ts'
import type { AdminRequest } from '@kaiwa/contract/admin-requests.ts'
import type { AdminSubscription } from '@kaiwa/contract/admin-subscriptions.ts'
import type { AdminUser } from '@kaiwa/contract/admin-users.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { PAYMENT_TYPE_NAMES } from '@kaiwa/contract/payment-type-names.ts'

interface Words {
  requestStatus: Record<AdminRequest['status'], string>
  contractStatus: Record<AdminSubscription['status'], string>
  invoiceStatus: Record<AdminInvoice['status'], string>
  /** An invoice that asks for no money. */
  issued: string
  invoiceKind: Record<AdminInvoice['kind'], string>
  paymentType: Record<AdminInvoice['payment_type'], string>
  workspaceStatus: Record<NonNullable<AdminUser['workspace']>['status'], string>
  billingType: Record<AdminHistory['billing_type'], string>
  /** Rows in which money or points went back. */
  returned: Record<AdminHistory['billing_type'], string>
  consumable: Record<NonNullable<AdminHistory['kind']>, string>
}

export const words: Readonly<Record<Locale, Words>> = {
  ja: {
    requestStatus: { created: '未対応', 'wait-setup': 'カード登録待ち', approved: '承認済み', rejected: '却下' },
    contractStatus: { active: '有効', finished: '終了', terminated: '解除' },
    invoiceStatus: { pending: '未入金', paid: '入金済み', failed: '決済失敗' },
    issued: '発行済み',
    invoiceKind: { invoice: '請求書', return: '返還請求書' },
    paymentType: PAYMENT_TYPE_NAMES.ja,
    workspaceStatus: { active: '有効', closed: '閉鎖' },
    billingType: {
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
    consumable: {
      minute: '解析時間',
      storage: 'ストレージ',
      chat: 'AIチャット',
      editor: '編集者',
      viewer: '閲覧者',
    },
  },
  en: {
    requestStatus: { created: 'Created', 'wait-setup': 'Waiting for card', approved: 'Approved', rejected: 'Rejected' },
    contractStatus: { active: 'Active', finished: 'Finished', terminated: 'Terminated' },
    invoiceStatus: { pending: 'Pending', paid: 'Paid', failed: 'Charge failed' },
    issued: 'Issued',
    invoiceKind: { invoice: 'Invoice', return: 'Return invoice' },
    paymentType: PAYMENT_TYPE_NAMES.en,
    workspaceStatus: { active: 'Active', closed: 'Closed' },
    billingType: {
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
    consumable: { minute: 'Minutes', storage: 'Storage', chat: 'AI chats', editor: 'Editors', viewer: 'Viewers' },
  },
}
