// The lists of the console as CSV. Rows are read in batches, so the memory does not depend on their number.
import type {
  exportInvoices as invoicesContract,
  exportPurchaseHistories as historiesContract,
} from '@kaiwa/contract/admin-invoices.ts'
import type { exportSubscriptionRequests as requestsContract } from '@kaiwa/contract/admin-requests.ts'
import type { exportSubscriptions as subscriptionsContract } from '@kaiwa/contract/admin-subscriptions.ts'
import type { exportUsers as usersContract } from '@kaiwa/contract/admin-users.ts'
import { isReturned } from '@kaiwa/contract/billing-row.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { planNameIn } from '@kaiwa/contract/plan-names.ts'
import { toCell } from '@kaiwa/exchange/write/write-csv.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { App } from '../platform/app.ts'
import { assertOperator } from '../platform/http/assert-operator.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { FileHandler } from '../platform/http/route.ts'
import { japaneseDay, japaneseTime } from '../reports/csv-cells.ts'
import { headings } from './csv-headings.ts'
import { words } from './csv-words.ts'
import { presentHistory } from './histories/list-purchase-histories.ts'
import { presentInvoice } from './invoices/list-invoices.ts'
import { presentRequest } from './requests/list-requests.ts'
import { findHistoryRows, historiesBy } from './store/histories.ts'
import { findInvoiceRows, invoicesBy } from './store/invoices.ts'
import { findIdsInBatches, type List } from './store/list-rows.ts'
import { findRequestRows, requestsBy } from './store/requests.ts'
import { findSubscriptionRows, subscriptionsBy } from './store/subscriptions.ts'
import { findUserRows, usersBy } from './store/users.ts'
import { presentSubscription } from './subscriptions/present-subscription.ts'
import { presentUser } from './users/present-user.ts'

const BATCH = 1_000

type Heading = keyof (typeof headings)['ja']
type Cell = string | number | boolean | null | undefined

interface Table<T> {
  list: List
  find: (ids: readonly number[]) => Promise<readonly T[]>
  columns: Partial<Record<Heading, (row: T) => Cell>>
}

/** Numbers are written as they are: a spreadsheet computes with them. */
function cellOf(value: Cell): string {
  if (typeof value === 'number') return String(value)
  return toCell(typeof value === 'boolean' ? String(Number(value)) : (value ?? ''))
}

function at(instant: string | null): string {
  return instant === null ? '' : japaneseTime(new Date(instant))
}

function dayOf(instant: string | null): string {
  return instant === null ? '' : japaneseDay(new Date(instant))
}

/** The last day of a contract that ends at an instant: invoices have the same day. */
function lastDayOf(end: string | null): string {
  return end === null ? '' : japaneseDay(new Date(new Date(end).getTime() - 1))
}

function planIn(language: Locale, name: string | null | undefined): string {
  return planNameIn(language, name ?? '')
}

/** Reads the rights of the operator again before each batch. */
async function* writeRows<T>(app: App, actor: Actor, { list, find, columns }: Table<T>, language: Locale) {
  const names = Object.keys(columns) as Heading[]
  const cells = Object.values(columns) as ((row: T) => Cell)[]
  yield `\ufeff${names.map((name) => toCell(headings[language][name])).join(',')}\r\n`
  const assertAllowed = async (): Promise<void> =>
    assertOperator(app.config, await app.db.transaction().execute((trx) => reloadActor(trx, actor)))
  await assertAllowed()
  for await (const ids of findIdsInBatches(app.db, list, BATCH)) {
    await assertAllowed()
    const rows = await find(ids)
    yield rows.map((row) => `${cells.map((cell) => cellOf(cell(row))).join(',')}\r\n`).join('')
  }
}

function answer<T>(name: string, context: { app: App; actor: Actor }, table: Table<T>, language: Locale): FileAnswer {
  const rows = writeRows(context.app, context.actor, table, language)
  return new FileAnswer('text/csv', `${name}_${japaneseDay(new Date())}.csv`, rows)
}

export const exportUsers: FileHandler<typeof usersContract> = async ({ query: { language, ...filters } }, context) => {
  const { app, actor } = context
  const find = async (ids: readonly number[]) => (await findUserRows(app.db, ids)).map((row) => presentUser(row, actor))
  return answer(
    'users',
    context,
    {
      list: usersBy(filters),
      find,
      columns: {
        id: (row) => row.id,
        name: (row) => row.name,
        email: (row) => row.email,
        is_disabled: (row) => row.is_disabled,
        is_operator: (row) => row.is_operator,
        owner: (row) => row.workspace?.owner.email,
        workspace_status: (row) => row.workspace && words[language].workspaceStatus[row.workspace.status],
        point: (row) => row.workspace?.point,
        created_at: (row) => at(row.created_at),
      },
    },
    language,
  )
}

export const exportSubscriptionRequests: FileHandler<typeof requestsContract> = async (
  { query: { language, ...filters } },
  context,
) =>
  answer(
    'subscription-requests',
    context,
    {
      list: requestsBy(filters),
      find: async (ids) => (await findRequestRows(context.app.db, ids)).map(presentRequest),
      columns: {
        id: (row) => row.id,
        status: (row) => words[language].requestStatus[row.status],
        plan: (row) => planIn(language, row.plan_name),
        payment_type: (row) => words[language].paymentType[row.payment_type],
        company: (row) => row.company_name,
        department: (row) => row.department_name,
        contact_name: (row) => row.contact_name,
        contact_email: (row) => row.contact_email,
        contact_phone: (row) => row.contact_phone,
        postal_code: (row) => row.postal_code,
        address: (row) => [row.prefecture, row.city, row.address_1, row.address_2].filter(Boolean).join(' '),
        requested_at: (row) => at(row.created_at),
      },
    },
    language,
  )

export const exportSubscriptions: FileHandler<typeof subscriptionsContract> = async (
  { query: { language, ...filters } },
  context,
) =>
  answer(
    'subscriptions',
    context,
    {
      list: subscriptionsBy(filters),
      find: async (ids) => (await findSubscriptionRows(context.app.db, ids)).map(presentSubscription),
      columns: {
        id: (row) => row.id,
        status: (row) => words[language].contractStatus[row.status],
        plan: (row) => planIn(language, row.plan?.name),
        payment_type: (row) => words[language].paymentType[row.payment_type],
        company: (row) => row.company,
        owner: (row) => row.owner.email,
        start_date: (row) => dayOf(row.start_date),
        end_date: (row) => lastDayOf(row.end_date),
        change_plan: (row) => planIn(language, row.change_plan?.plan_name),
        change_from: (row) => dayOf(row.change_plan?.from ?? null),
      },
    },
    language,
  )

export const exportInvoices: FileHandler<typeof invoicesContract> = async (
  { query: { language, ...filters } },
  context,
) =>
  answer(
    'invoices',
    context,
    {
      list: invoicesBy(filters),
      find: async (ids) => (await findInvoiceRows(context.app.db, ids)).map(presentInvoice),
      columns: {
        id: (row) => row.id,
        invoice_number: (row) => row.invoice_number,
        invoice_kind: (row) => words[language].invoiceKind[row.kind],
        status: (row) => (row.total > 0 ? words[language].invoiceStatus[row.status] : words[language].issued),
        payment_type: (row) => words[language].paymentType[row.payment_type],
        company: (row) => row.company.name,
        contact_name: (row) => row.company.contact_name,
        contact_email: (row) => row.company.contact_email,
        contact_phone: (row) => row.company.contact_phone,
        issue_date: (row) => row.issue_date,
        due_date: (row) => row.due_date,
        start_date: (row) => row.start_date,
        end_date: (row) => row.end_date,
        subtotal: (row) => row.subtotal,
        tax: (row) => row.tax,
        total: (row) => row.total,
        paid_at: (row) => at(row.paid_at),
      },
    },
    language,
  )

export const exportPurchaseHistories: FileHandler<typeof historiesContract> = async (
  { query: { language, ...filters } },
  context,
) =>
  answer(
    'purchase-histories',
    context,
    {
      list: historiesBy(filters),
      find: async (ids) => (await findHistoryRows(context.app.db, ids)).map(presentHistory),
      columns: {
        id: (row) => row.id,
        at: (row) => at(row.created_at),
        billing_type: (row) => words[language][isReturned(row) ? 'returned' : 'billingType'][row.billing_type],
        kind: (row) => row.kind && words[language].consumable[row.kind],
        amount: (row) => row.amount,
        money: (row) => row.money,
        point: (row) => row.point,
        invoice_number: (row) => row.invoice_number,
        owner: (row) => row.owner?.email,
      },
    },
    language,
  )
