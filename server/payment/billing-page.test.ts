// Runs the example of docs/billing.md on a database and compares every table of the page with what the program stored.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Month } from '@kaiwa/money/days.ts'
import { mailDeadline } from '@kaiwa/money/due-dates.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordUsage, refundUsage } from '../billing/record-usage.ts'
import { findBalance } from '../billing/store/billing-ledger.ts'
import type { Trx } from '../platform/database/database.ts'
import { createContract, createPlan } from '../test/factories/contracts.ts'
import { buyInvoicedPoints, closeAt, createCompanyContract, inJapan, invoicesOf } from '../test/factories/invoices.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { isHolidayInJapan } from './invoices/business-days.ts'

const page = await readFile(new URL('../../docs/billing.md', import.meta.url), 'utf8')
const START = inJapan('2026-11-15')

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

/** The rows of the table below these column heads, as cells without code marks. */
function table(...heads: string[]): string[][] {
  const [, after] = page.split(`| ${heads.join(' | ')} |\n`)
  const rows = after?.split('\n\n')[0]?.split('\n').slice(1) ?? []
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('`', '').trim()),
  )
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function read(cell: string | undefined): number {
  return Number((cell ?? '').replaceAll(/,| GB/g, ''))
}

function inTrx<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  return test.db.transaction().execute(work)
}

const [PLAN = []] = table(
  'monthly fee',
  'monthly fee under a yearly contract',
  'minutes',
  'storage',
  'chats',
  'editors',
  'viewers',
)

/** The plan of the page. */
async function planOfPage(): Promise<number> {
  const [monthly, yearly, minute, storage, chat, editor, viewer] = PLAN.map(read)
  const id = await createPlan(test.db, { minute, storage, chat, editor, viewer } as Record<string, number>)
  const prices = { monthly_price: monthly ?? 0, yearly_price: yearly ?? 0 }
  await test.db.updateTable('plans').set(prices).where('id', '=', id).execute()
  return id
}

type Contract = Awaited<ReturnType<typeof createContract>>

/** The events of the page. Returns points used and left after each of them. */
async function live({ workspaceId }: Contract, buysPoints: boolean): Promise<[number, number][]> {
  const first = `page:${randomUUID()}`
  const use = (day: string, kind: 'minute' | 'storage', amount: number, cause = `page:${randomUUID()}`) =>
    inTrx((trx) => recordUsage(trx, { workspaceId, userId: null, kind, amount, cause, at: inJapan(day) }))
  const events = [
    () => use('2026-11-18', 'minute', 1_150),
    async () => buysPoints && buyInvoicedPoints(test.db, workspaceId, 3_000, inJapan('2026-11-20')),
    async () => {
      await use('2026-11-24', 'minute', 80)
      await use('2026-11-24', 'minute', 20, first)
    },
    () => inTrx((trx) => refundUsage(trx, first, inJapan('2026-11-26'))),
    () => use('2026-11-28', 'storage', 22 * 1024 ** 3),
  ]
  const seen: [number, number][] = []
  for (const event of events) {
    await event()
    const used = await test.db
      .selectFrom('billing_ledger')
      .select(({ fn }) => fn.sum<number>('point').as('point'))
      .where('workspace_id', '=', workspaceId)
      .where('billing_type', '=', 'use_point')
      .executeTakeFirst()
    seen.push([0 - Number(used?.point ?? 0), await findBalance(test.db, workspaceId)])
  }
  return seen
}

async function invoiceOf({ subscriptionId }: Contract) {
  await closeAt(test, '2026-12-01')
  const [invoice] = await invoicesOf(test.db, subscriptionId)
  if (!invoice) throw new Error('no invoice')
  return invoice
}

it('BILL-04 docs/billing.md: the month, the ledger and the invoice of the example', async () => {
  const owner = await createCompanyContract(test.db, { planId: await planOfPage(), at: START })
  const month = table('day', 'event', 'points used', 'points left')
  const seen = await live(owner, true)
  expect(month.map(([, , used, left]) => [used, left])).toEqual(seen.map((row) => row.map(number)))
  expect(month.map(([, event]) => event?.match(/\d[\d,]*/)?.[0])).toEqual(['1,150', '3,000', '100', '20', '22'])

  const prices = await test.db.selectFrom('price_lists').selectAll().orderBy('id').executeTakeFirstOrThrow()
  expect(table('minute', 'GB', 'chat', 'editor', 'viewer')).toEqual([
    [prices.minute_points, prices.storage_points, prices.chat_points, prices.editor_points, prices.viewer_points].map(
      number,
    ),
  ])

  const invoice = await invoiceOf(owner)
  const ledger = await test.db
    .selectFrom('billing_ledger')
    .select(['billing_type', 'kind', 'amount', 'point', 'money'])
    .where('workspace_id', '=', owner.workspaceId)
    .orderBy('id')
    .execute()
  // Twenty minutes are counted by a row of their own, so that they can be given back: the page adds both rows.
  const [first, second] = ledger.filter(({ kind, point }) => kind === 'minute' && point < 0)
  const shown = ledger
    .filter((row) => row !== second)
    .map((row) =>
      row === first && second
        ? { ...row, amount: Number(row.amount) + Number(second.amount), point: row.point + second.point }
        : row,
    )
  expect(table('`billing_type`', '`kind`', '`amount`', '`point`', '`money`')).toEqual(
    shown.map(({ billing_type, kind, amount, point, money }) => [
      billing_type,
      kind ?? '',
      amount === null ? '' : number(amount),
      number(point),
      number(money),
    ]),
  )
  expect(table('line', 'quantity', 'unit price', 'yen')).toEqual(
    invoice.lines.map((line) => [
      `${line.kind} ${line.from_date} to ${line.to_date}`,
      number(line.quantity),
      number(line.unit_price),
      number(line.amount),
    ]),
  )
  const deadline = mailDeadline(invoice.month as Month, isHolidayInJapan)
  expect(table('subtotal', 'tax (10%)', 'total', 'issued', 'due', 'mailed by')).toEqual([
    [
      number(invoice.subtotal),
      number(invoice.tax),
      number(invoice.total),
      invoice.issue_date,
      invoice.due_date,
      deadline,
    ],
  ])
})

it('BILL-01 BILL-02 BILL-10 docs/billing.md: the same month under the other contracts', async () => {
  const planId = await planOfPage()
  const contracts: [string, Contract, boolean][] = []
  for (const paymentType of ['monthly', 'yearly', 'credit_card'] as const) {
    const owner = await createCompanyContract(test.db, { paymentType, planId, at: START })
    contracts.push([paymentType, owner, paymentType !== 'credit_card'])
  }
  contracts.push(['membership', await createContract(test.db, { at: START }), false])
  for (const [, owner, buysPoints] of contracts) await live(owner, buysPoints)
  const rows: string[][] = []
  for (const [name, owner] of contracts) {
    const { lines, subtotal, tax, total, due_date: due } = await invoiceOf(owner)
    const shown = lines.map(({ kind, amount }) => `${kind} ${number(amount)}`).join(', ')
    rows.push([name, shown, number(subtotal), number(tax), number(total), due])
  }
  expect(table('contract', 'lines', 'subtotal', 'tax', 'total', 'due')).toEqual(rows)
  const year = Number(rows[1]?.[1]?.match(/plan ([\d,]+)/)?.[1]?.replaceAll(',', ''))
  expect(page).toContain(`here ${number(year - 11 * read(PLAN[1]))} yen for 16 days of November`)
})
