import { closeMonth, type ClosedMonth, monthsToClose } from '@kaiwa/money/close-month.ts'
import { type Day, dayInJapan, type Month, monthInJapan } from '@kaiwa/money/days.ts'
import { dueDate } from '@kaiwa/money/due-dates.ts'
import type { Line } from '@kaiwa/money/lines.ts'
import type { Totals } from '@kaiwa/money/tax.ts'
import type { Trx } from '../../platform/database/database.ts'
import { insertIssuedInvoices, type IssuedInvoice, markInvoicedPoints } from '../../billing/store/invoiced-points.ts'
import type { Issuer } from '../invoices/parties.ts'
import { readContracts, type StoredContract } from './contracts.ts'
import { type CustomerOf, readCustomers } from './customers.ts'
import {
  insertClosings,
  insertInvoices,
  insertLines,
  markTaken,
  type NewInvoice,
  takeNumbers,
} from './store/closings.ts'
import { lockWorkspacesOf, type PreviousRow, readPrevious } from './store/contracts.ts'

export interface ClosingOrder {
  /** Months before the one of this instant are closed; invoices are issued on its day in Japan. */
  at: Date
  issuer: Issuer
}

interface Draft {
  contract: StoredContract
  month: Month
  kind: NewInvoice['kind']
  /** A return invoice that is paid out: no contract follows. */
  isRefund: boolean
  lines: Line[]
  totals: Totals
  paymentType: NewInvoice['paymentType']
  /** Months of the purchases that it contains. */
  purchases: Month[]
}

interface Closing {
  contract: StoredContract
  month: Month
  carried: number
  drafts: Draft[]
}

/**
 * Closes the months of one contract in order, the first one with the credit of an earlier contract. Each closing is stored
 * in the contract for the next one.
 */
function closeContract(contract: StoredContract, credit: number, at: Date): Closing[] {
  const { end } = contract.contract
  const isRefund = end !== null && end <= at && !contract.isFollowed
  return monthsToClose(contract.contract, monthInJapan(at), contract.closedMonths).map((month, index) => {
    if (index === 0) contract.carried += credit
    const closed: ClosedMonth = closeMonth(contract.contract, month, contract)
    const purchases = contract.purchases.filter((purchase) => purchase.month <= month)
    const drafts: Draft[] = []
    const shared = { contract, month }
    if (closed.invoice)
      drafts.push({
        ...shared,
        ...closed.invoice,
        kind: 'invoice',
        isRefund: false,
        purchases: purchases.map((one) => one.month),
      })
    if (closed.invoice && closed.credit)
      drafts.push({
        ...shared,
        ...closed.credit,
        kind: 'return',
        isRefund,
        purchases: [],
        paymentType: closed.invoice.paymentType,
      })
    addToBilled(contract, closed)
    contract.closedMonths.push(month)
    // An amount that is paid out is not deducted later.
    const carried = closed.carried + (isRefund ? (closed.credit?.totals.subtotal ?? 0) : 0)
    contract.carried = carried
    contract.purchases = contract.purchases.filter((purchase) => purchase.month > month)
    return { ...shared, carried, drafts }
  })
}

/**
 * Closes the contracts in the order of their ids. A credit that is left at the end of a contract is taken over by the
 * next contract of the workspace.
 */
function closeContracts(contracts: readonly StoredContract[], previous: readonly PreviousRow[], at: Date) {
  const byId = new Map(contracts.map((contract) => [contract.subscriptionId, contract]))
  const previousOf = new Map(previous.map((row) => [row.subscription_id, row]))
  const closings: Closing[] = []
  const taken: { from: number; by: number }[] = []
  for (const contract of contracts) {
    const row = previousOf.get(contract.subscriptionId)
    const earlier = row && byId.get(row.previous_id)
    const credit = earlier?.carried ?? row?.credit ?? 0
    const own = closeContract(contract, credit, at)
    closings.push(...own)
    if (!row || credit === 0 || own.length === 0) continue
    if (earlier) earlier.carried = 0
    taken.push({ from: row.previous_id, by: contract.subscriptionId })
  }
  return { closings, taken }
}

function addToBilled({ billed }: StoredContract, { invoice }: ClosedMonth): void {
  for (const { kind, from, amount } of invoice?.lines ?? []) {
    if (kind === 'point' || kind === 'carried') continue
    const month: Month = `${from.slice(0, 8)}01` as Month
    billed.set(month, (billed.get(month) ?? 0) + amount)
  }
}

/** First and last day of the service: of the fee, or of all lines without one. */
function periodOf(lines: readonly Line[], month: Month): { startDate: Day; endDate: Day } {
  const fees = lines.filter(({ kind }) => kind === 'plan' || kind === 'membership')
  const days = fees.length > 0 ? fees : lines
  return {
    startDate: days.map(({ from }) => from).toSorted()[0] ?? month,
    endDate:
      days
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? month,
  }
}

function invoiceOf(draft: Draft, number: string, customerOf: CustomerOf, { at, issuer }: ClosingOrder): NewInvoice {
  const { contract, month, kind, isRefund, lines, totals, paymentType } = draft
  const issued = dayInJapan(at)
  return {
    workspaceId: contract.workspaceId,
    subscriptionId: contract.subscriptionId,
    kind,
    status: kind === 'return' || totals.total === 0 ? 'paid' : 'pending',
    isRefund,
    number,
    paymentType,
    company: customerOf(contract, month),
    issuer,
    month,
    issueDate: issued,
    dueDate: dueDate(paymentType, month, issued),
    ...periodOf(lines, month),
    subtotal: totals.subtotal,
    tax: totals.tax,
    total: totals.total,
  }
}

/** Consecutive numbers of the year of issue: `2026-000001`. */
async function numberOf(trx: Trx, at: Date, count: number): Promise<(index: number) => string> {
  if (count === 0) return () => ''
  const year = Number(dayInJapan(at).slice(0, 4))
  const first = await takeNumbers(trx, year, count)
  return (index) => `${year}-${String(first + index).padStart(6, '0')}`
}

/**
 * Closes all unclosed months of subscriptions in the caller's transaction and returns the number of invoices. The locks
 * of the workspaces are taken first, so a concurrent closing finds nothing left to close.
 */
export async function closeBatch(trx: Trx, subscriptionIds: readonly number[], order: ClosingOrder): Promise<number> {
  const until = monthInJapan(order.at)
  await lockWorkspacesOf(trx, subscriptionIds)
  const contracts = await readContracts(trx, subscriptionIds, until, ({ contract, closedMonths }) =>
    monthsToClose(contract, until, closedMonths),
  )
  const { closings, taken } = closeContracts(contracts, await readPrevious(trx, subscriptionIds), order.at)
  const drafts = closings.flatMap((closing) => closing.drafts)
  const customerOf = await readCustomers(trx, contracts)
  const number = await numberOf(trx, order.at, drafts.length)
  const invoices = drafts.map((draft, index) => invoiceOf(draft, number(index), customerOf, order))
  const ids = await insertInvoices(trx, invoices, order.at)
  const idOf = new Map(drafts.map((draft, index) => [draft, ids.get(number(index)) as number]))
  await insertLines(
    trx,
    drafts.flatMap((draft) =>
      draft.lines.map((line, index) => ({ ...line, invoiceId: idOf.get(draft) as number, position: index + 1 })),
    ),
  )
  await insertClosings(
    trx,
    closings.map(({ contract, month, carried, drafts: [draft] }) => ({
      subscriptionId: contract.subscriptionId,
      month,
      carried,
      invoiceId: draft ? (idOf.get(draft) as number) : null,
    })),
    order.at,
  )
  await markTaken(trx, taken)
  await markInvoicedPoints(
    trx,
    drafts.flatMap((draft) =>
      draft.purchases.map((month) => ({
        subscriptionId: draft.contract.subscriptionId,
        month,
        invoiceId: idOf.get(draft) as number,
      })),
    ),
  )
  await insertIssuedInvoices(
    trx,
    drafts.filter(isNotCharged).map((draft) => issuedOf(draft, idOf)),
    order.at,
  )
  return drafts.length
}

/** A charge by card writes its own row when it is made; a return invoice and one of 0 yen are not charged. */
function isNotCharged({ kind, totals, paymentType }: Draft): boolean {
  return paymentType !== 'credit_card' || kind === 'return' || totals.total === 0
}

/** A return invoice owes nothing: the next invoice is lower. */
function issuedOf(draft: Draft, idOf: ReadonlyMap<Draft, number>): IssuedInvoice {
  const { contract, month, kind, totals } = draft
  return {
    workspaceId: contract.workspaceId,
    subscriptionId: contract.subscriptionId,
    invoiceId: idOf.get(draft) as number,
    month,
    money: kind === 'return' ? 0 : totals.total,
  }
}
