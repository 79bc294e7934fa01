// Stored rows as the contracts of packages/money.
import type { Contract, PlanTerms, Terms } from '@kaiwa/money/contract.ts'
import { dayInJapan, type Month, monthInJapan } from '@kaiwa/money/days.ts'
import type { MonthUsage } from '@kaiwa/money/excess.ts'
import type { PointPurchase } from '@kaiwa/money/close-month.ts'
import type { Trx } from '../../platform/database/database.ts'
import { insertClosedPeaks } from '../../billing/store/closed-peaks.ts'
import {
  type ChangeRow,
  type PlanColumns,
  readBilled,
  readClosings,
  readPlanChanges,
  readPurchases,
  readSubscriptions,
  readUsage,
  type SubscriptionRow,
} from './store/contracts.ts'

/** A contract with everything that is stored of it before a closing. */
export interface StoredContract {
  subscriptionId: number
  workspaceId: number
  contract: Contract
  /** The payment type in the months from `from`; sorted like the terms of the contract. */
  companies: { from: Month; companyId: number | null }[]
  usage: Map<Month, MonthUsage>
  billed: Map<Month, number>
  purchases: PointPurchase[]
  closedMonths: Month[]
  carried: number
  /** Whether a later contract of the workspace can deduct a credit of this one. */
  isFollowed: boolean
}

function planOf(row: PlanColumns): PlanTerms | null {
  if (row.plan_name === null) return null
  const number = (value: number | null): number => value ?? 0
  return {
    name: row.plan_name,
    monthlyPrice: number(row.monthly_price),
    yearlyPrice: number(row.yearly_price),
    limits: {
      minute: number(row.minute),
      storage: number(row.storage),
      chat: number(row.chat),
      editor: number(row.editor),
      viewer: number(row.viewer),
    },
  }
}

type TermsRow = PlanColumns & Pick<SubscriptionRow, 'payment_type'>

function termsOf(from: Month, row: TermsRow, isCharged: boolean): Terms {
  return { from, plan: planOf(row), paymentType: row.payment_type, isCharged }
}

function contractOf(row: SubscriptionRow, changes: readonly ChangeRow[]): Contract {
  return {
    startDay: dayInJapan(row.start_date),
    end: row.end_date,
    terms: [
      termsOf(monthInJapan(row.start_date), row, !row.is_given),
      ...changes.map((change) => termsOf(change.from_month, change, true)),
    ],
    membershipPrice: row.membership_price,
    unitPrices: {
      minute: row.minute_points,
      storage: row.storage_points,
      chat: row.chat_points,
      editor: row.editor_points,
      viewer: row.viewer_points,
    },
  }
}

function bySubscription<R extends { subscription_id: number }>(rows: readonly R[]): (id: number) => R[] {
  const groups = Map.groupBy(rows, (row) => row.subscription_id)
  return (id) => groups.get(id) ?? []
}

/** True if usage beyond the limits is charged in yen in some month. */
function isByCard({ terms }: Contract): boolean {
  return terms.some(({ plan, paymentType, isCharged }) => plan && isCharged && paymentType === 'credit_card')
}

/** Stores the peaks of the months that are about to close and returns the usage of contracts that are charged for it. */
async function readChargedUsage(trx: Trx, contracts: readonly StoredContract[], until: Month, toClose: MonthsOf) {
  const byCard = contracts.filter(({ contract }) => isByCard(contract))
  if (byCard.length === 0) return
  await insertClosedPeaks(
    trx,
    byCard.flatMap((one) => toClose(one).map((month) => ({ workspaceId: one.workspaceId, month }))),
  )
  const ids = byCard.map(({ subscriptionId }) => subscriptionId)
  const rows = bySubscription(await readUsage(trx, ids, until))
  for (const { subscriptionId, usage } of byCard)
    for (const { month, kind, amount } of rows(subscriptionId))
      usage.set(month, { ...usage.get(month), [kind]: amount })
}

type MonthsOf = (contract: StoredContract) => readonly Month[]

/**
 * Reads the contracts of a batch, in the order of their ids. `toClose` names the months that this closing closes. The
 * caller holds the locks of the workspaces.
 */
export async function readContracts(
  trx: Trx,
  ids: readonly number[],
  until: Month,
  toClose: MonthsOf,
): Promise<StoredContract[]> {
  const subscriptions = await readSubscriptions(trx, ids)
  const changes = bySubscription(await readPlanChanges(trx, ids))
  const closings = bySubscription(await readClosings(trx, ids))
  const billed = bySubscription(await readBilled(trx, ids))
  const purchases = bySubscription(await readPurchases(trx, ids, until))
  const contracts = subscriptions.map((row): StoredContract => {
    const first = monthInJapan(row.start_date)
    const ofContract = changes(row.id)
    const closed = closings(row.id)
    return {
      subscriptionId: row.id,
      workspaceId: row.workspace_id,
      contract: contractOf(row, ofContract),
      companies: [
        { from: first, companyId: row.company_id },
        ...ofContract.map((change) => ({ from: change.from_month, companyId: change.company_id })),
      ],
      usage: new Map(),
      billed: new Map(billed(row.id).map(({ month, amount }) => [month, amount])),
      purchases: purchases(row.id).map(({ month, amount }) => ({ month, point: amount })),
      closedMonths: closed.map(({ month }) => month),
      carried: closed.at(-1)?.carried ?? 0,
      isFollowed: row.is_followed,
    }
  })
  await readChargedUsage(trx, contracts, until, toClose)
  return contracts
}
