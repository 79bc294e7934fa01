// The PDF of an invoice by the rules for qualified invoices in Japan: number, day of issue, issuer with registration
// number, customer, service with its period, amounts by tax rate with the tax of each rate, rounded once.
import type { Line } from '@kaiwa/money/lines.ts'
import { totalsOf } from '@kaiwa/money/tax.ts'
import type { InvoiceRow } from '../store/invoices.ts'
import { addressee, dateText, lineText, paymentText, titleOf, yenText } from '../texts.ts'
import { GREY, PAGE, RIGHT, Sheet } from './sheet.ts'

export interface InvoiceOrder {
  invoice: InvoiceRow
  lines: Line[]
}

const WIDTH = RIGHT - PAGE.margin
const HALF = WIDTH / 2 - 12
/** Left edge and width of the table's columns. */
const COLUMNS = {
  text: { x: PAGE.margin + 6, width: 206 },
  period: { x: PAGE.margin + 218, width: 106 },
  quantity: { x: PAGE.margin + 328, width: 42 },
  unit: { x: PAGE.margin + 374, width: 56 },
  amount: { x: PAGE.margin + 434, width: WIDTH - 440 },
} as const

function writeRows(sheet: Sheet, rows: readonly (readonly [string, string])[], y: number): number {
  let end = y
  for (const [label, value] of rows) {
    sheet.write(label, { x: RIGHT - 250, y: end, width: 70 }, { color: GREY })
    end = sheet.write(value, { x: RIGHT - 176, y: end, width: 176 }, { align: 'right' }) + 2
  }
  return end
}

function writeParties(sheet: Sheet, { company, issuer, ...invoice }: InvoiceRow): void {
  const top = sheet.y
  const left = { x: PAGE.margin, width: HALF }
  let y = top
  const address = [company.prefecture, company.city, company.address_1].join('')
  const lines = [company.postal_code === null ? '' : `〒${company.postal_code}`, address, company.address_2 ?? '']
  for (const line of lines.filter(Boolean)) y = sheet.write(line, { ...left, y }) + 1
  y += 4
  for (const line of addressee(company)) y = sheet.write(line, { ...left, y }, { size: 13, weight: 'bold' }) + 2
  if (!company.is_person) y = sheet.write(`ご担当 ${company.contact_name} 様`, { ...left, y })
  const right = { x: PAGE.margin + HALF + 24, width: HALF }
  let end = writeRows(
    sheet,
    [
      [invoice.kind === 'return' ? '返還請求書番号' : '請求書番号', invoice.number],
      ['発行日', dateText(invoice.issue_date)],
      ...(invoice.kind === 'return' ? [] : [['お支払期限', dateText(invoice.due_date)] as const]),
      ['ご利用期間', `${dateText(invoice.start_date)}〜${dateText(invoice.end_date)}`],
    ],
    top,
  )
  end = sheet.write(issuer.name, { ...right, y: end + 8 }, { size: 11, weight: 'bold', align: 'right' }) + 1
  for (const line of (issuer.address ?? '').split('\n').filter(Boolean))
    end = sheet.write(line, { ...right, y: end }, { align: 'right' }) + 1
  if (issuer.phone !== null) end = sheet.write(`電話 ${issuer.phone}`, { ...right, y: end }, { align: 'right' }) + 1
  if (issuer.registration_number !== null)
    end = sheet.write(`登録番号 ${issuer.registration_number}`, { ...right, y: end }, { align: 'right' })
  sheet.y = Math.max(y, end) + 18
}

function writeTotal(sheet: Sheet, { kind, total }: InvoiceRow): void {
  sheet.paint({ x: PAGE.margin, y: sheet.y, width: WIDTH, height: 38 }, '#eef2f9')
  const label = kind === 'return' ? 'ご返還金額（税込）' : 'ご請求金額（税込）'
  sheet.write(label, { x: PAGE.margin + 12, y: sheet.y + 12, width: 200 }, { size: 10 })
  const amount = { x: PAGE.margin + 220, y: sheet.y + 5, width: WIDTH - 232 }
  // Its label says that the amount goes back, as in the mail.
  sheet.write(yenText(kind === 'return' ? -total : total), amount, { size: 18, weight: 'bold', align: 'right' })
  sheet.y += 54
}

function writeHead(sheet: Sheet): void {
  const y = sheet.y + 5
  sheet.paint({ x: PAGE.margin, y: sheet.y, width: WIDTH, height: 22 }, '#f2f3f6')
  const head = { weight: 'bold', size: 8.5 } as const
  sheet.write('内容', { ...COLUMNS.text, y }, head)
  sheet.write('期間', { ...COLUMNS.period, y }, head)
  sheet.write('数量', { ...COLUMNS.quantity, y }, { ...head, align: 'right' })
  sheet.write('単価', { ...COLUMNS.unit, y }, { ...head, align: 'right' })
  sheet.write('金額（税抜）', { ...COLUMNS.amount, y }, { ...head, align: 'right' })
  sheet.y += 28
}

function writeLine(sheet: Sheet, line: Line, invoice: InvoiceRow): void {
  const text = lineText(line, invoice)
  const period = `${line.from.replaceAll('-', '/')} 〜 ${line.to.replaceAll('-', '/')}`
  const small = { size: 8 } as const
  const height = Math.max(
    sheet.heightOf(text, COLUMNS.text.width),
    sheet.heightOf(period, COLUMNS.period.width, small),
    12,
  )
  if (sheet.breakFor(height + 8)) writeHead(sheet)
  const { y } = sheet
  sheet.write(text, { ...COLUMNS.text, y })
  sheet.write(period, { ...COLUMNS.period, y: y + 1 }, small)
  sheet.write(line.quantity.toLocaleString('en-US'), { ...COLUMNS.quantity, y }, { align: 'right' })
  sheet.write(yenText(line.unitPrice), { ...COLUMNS.unit, y }, { align: 'right' })
  sheet.write(yenText(line.amount), { ...COLUMNS.amount, y }, { align: 'right' })
  sheet.y = y + height + 8
  sheet.rule(sheet.y - 4)
}

function writeSums(sheet: Sheet, lines: readonly Line[]): void {
  const totals = totalsOf(lines)
  const rows: [string, string][] = [
    ['小計（税抜）', yenText(totals.subtotal)],
    ...totals.rates.flatMap(({ percent, base, tax }): [string, string][] => [
      [`${percent}%対象（税抜）`, yenText(base)],
      [`消費税（${percent}%）`, yenText(tax)],
    ]),
    ['合計（税込）', yenText(totals.total)],
  ]
  sheet.breakFor(rows.length * 16 + 12)
  sheet.y += 6
  for (const [index, [label, value]] of rows.entries()) {
    const style = index === rows.length - 1 ? ({ weight: 'bold', size: 11 } as const) : {}
    sheet.write(label, { x: RIGHT - 240, y: sheet.y, width: 130 }, style)
    sheet.write(value, { x: RIGHT - 106, y: sheet.y, width: 100 }, { ...style, align: 'right' })
    sheet.y += 16
  }
  sheet.y += 10
}

function writePayment(sheet: Sheet, invoice: InvoiceRow): void {
  const isTransfer = invoice.kind === 'invoice' && invoice.payment_type !== 'credit_card' && invoice.total > 0
  const bank = isTransfer ? (invoice.issuer.bank ?? '').split('\n').filter(Boolean) : []
  sheet.breakFor(40 + bank.length * 14)
  const at = { x: PAGE.margin, width: WIDTH }
  sheet.y = sheet.write(paymentText(invoice), { ...at, y: sheet.y }) + 6
  if (bank.length === 0) return
  sheet.y = sheet.write('お振込先', { ...at, y: sheet.y }, { weight: 'bold' }) + 2
  for (const line of bank) sheet.y = sheet.write(line, { ...at, y: sheet.y }) + 1
}

/** Renders an invoice. The same order gives the same bytes. */
export async function renderInvoice({ invoice, lines }: InvoiceOrder): Promise<Uint8Array<ArrayBuffer>> {
  const title = titleOf(invoice)
  const sheet = new Sheet({
    title: `${title} ${invoice.number}`,
    author: invoice.issuer.name,
    createdAt: new Date(`${invoice.issue_date}T00:00:00+09:00`),
  })
  const at = { x: PAGE.margin, y: sheet.y, width: WIDTH }
  sheet.y = sheet.write(title, at, { size: 20, weight: 'bold', align: 'center' }) + 18
  writeParties(sheet, invoice)
  writeTotal(sheet, invoice)
  writeHead(sheet)
  for (const line of lines) writeLine(sheet, line, invoice)
  writeSums(sheet, lines)
  writePayment(sheet, invoice)
  return sheet.finish((page, count) => `${invoice.number}　${page} / ${count}`)
}
