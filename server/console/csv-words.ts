// Words of states and kinds in the CSV files of the console, as the pages show them.
import type { AdminHistory, AdminInvoice } from '@kaiwa/contract/admin-invoices.ts'
import type { AdminRequest } from '@kaiwa/contract/admin-requests.ts'
import type { AdminSubscription } from '@kaiwa/contract/admin-subscriptions.ts'
import type { AdminUser } from '@kaiwa/contract/admin-users.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { BILLING_ROW_NAMES } from '@kaiwa/contract/billing-row.ts'
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
    billingType: BILLING_ROW_NAMES.ja.usual,
    returned: BILLING_ROW_NAMES.ja.returned,
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
    billingType: BILLING_ROW_NAMES.en.usual,
    returned: BILLING_ROW_NAMES.en.returned,
    consumable: { minute: 'Minutes', storage: 'Storage', chat: 'AI chats', editor: 'Editors', viewer: 'Viewers' },
  },
}
