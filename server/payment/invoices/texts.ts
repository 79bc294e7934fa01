// The Japanese words of invoices, in the PDF and in the mail.
import { planNameIn } from '@kaiwa/contract/plan-names.ts'
import { daysLeft } from '@kaiwa/money/days.ts'
import type { Line } from '@kaiwa/money/lines.ts'
import type { Customer } from './parties.ts'
import type { InvoiceRow } from './store/invoices.ts'

function planOf(name: string | null): string {
  return `${planNameIn('ja', name ?? '')}プラン`
}

/** `2026年11月30日` */
export function dateText(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** `¥1,234`, `-¥1,234` */
export function yenText(amount: number): string {
  return `${amount < 0 ? '-' : ''}¥${Math.abs(amount).toLocaleString('en-US')}`
}

const excess = {
  minute: '解析時間の追加利用（分）',
  storage: 'ストレージの追加利用（GB）',
  chat: 'AIチャットの追加利用（回）',
  editor: '編集者の追加（名）',
  viewer: '閲覧者の追加（名）',
} as const

/** Explains why a fee is less than quantity × unit price: the days of the first month. */
function daysText({ from, quantity, unitPrice, amount }: Line): string {
  if (amount === quantity * unitPrice) return ''
  return quantity === 1 ? `（${daysLeft(from)}日分）` : `（初月は${daysLeft(from)}日分）`
}

/** The description of a line. */
export function lineText(
  line: Line,
  {
    kind: invoiceKind,
    payment_type: paymentType,
    is_refund: isRefund,
  }: Pick<InvoiceRow, 'kind' | 'payment_type' | 'is_refund'>,
): string {
  const { kind, planName, amount } = line
  switch (kind) {
    case 'plan':
      return `${planOf(planName)} ${paymentType === 'yearly' ? '年間利用料' : '月額利用料'}${daysText(line)}`
    case 'membership':
      return `メンバーシップ 月額利用料${daysText(line)}`
    case 'point':
      return 'ポイント購入'
    case 'plan_difference':
      return `プラン変更に伴う差額（${planName === null ? 'メンバーシップ' : planOf(planName)}）`
    case 'adjustment':
      return '過去のご利用分の調整'
    case 'carried':
      if (invoiceKind === 'return' && isRefund) return 'ご返金額'
      if (invoiceKind === 'return') return 'ご返還額（次回以降のご請求から差し引き）'
      return amount < 0 ? '前回からの繰越額' : '次回への繰越額'
    default:
      return excess[kind]
  }
}

export function titleOf({ kind, issuer }: Pick<InvoiceRow, 'kind' | 'issuer'>): string {
  if (kind === 'invoice') return '請求書'
  return issuer.registration_number === null ? '返還請求書' : '適格返還請求書'
}

/** The customer's name as a letter addresses it: a company or its department with 御中, a person with 様. */
export function addressee(customer: Customer): string[] {
  if (customer.is_person) return [`${customer.name} 様`]
  const company = customer.department_name === null ? `${customer.name} 御中` : customer.name
  return [company, ...(customer.department_name === null ? [] : [`${customer.department_name} 御中`])]
}

/** How the invoice is paid. It does not depend on the status: the PDF never changes. */
export function paymentText({
  kind,
  total,
  is_refund: isRefund,
  payment_type: paymentType,
  due_date: due,
  issuer,
}: InvoiceRow): string {
  if (isRefund) return 'ご契約が終了しておりますので、本書の金額をご返金いたします。'
  if (kind === 'return') return '本書の金額は、次回以降のご請求から差し引きます。'
  if (total === 0) return '今回のお支払いはございません。'
  if (paymentType === 'credit_card') return `${dateText(due)}に、ご登録のクレジットカードへ請求いたします。`
  if (issuer.bank === null) return 'お支払期限までに、お支払いくださいますようお願いいたします。'
  return 'お支払期限までに、下記の口座へお振り込みください。振込手数料はお客様のご負担となります。'
}
