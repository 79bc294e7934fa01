import type { getPointUsage as contract, PointUsage } from '@kaiwa/contract/payment.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { limitsOf } from '../gate.ts'
import { monthlyFee } from '../monthly-fee.ts'
import { addMonths, cycleOf } from '../months.ts'
import { ownedWorkspace } from '../owner.ts'
import { payerOf } from '../payer.ts'
import { eachKind, type PerKind } from '../points/points.ts'
import { excessOfMonth, pricesOf } from '../points/settle-points.ts'
import { quotasOf } from '../quotas.ts'
import { type MonthRow, readMonth } from '../store/points.ts'
import { findPriceList } from '../store/price-lists.ts'
import { findTerms } from '../store/terms.ts'

/** The cost of the month beyond the limits: points are worth one yen each. */
function additionalOf(row: MonthRow, prices: PerKind): PointUsage['additional'] {
  const payer = payerOf(row.terms ?? undefined)
  const excess = excessOfMonth(row)
  const consumed = (kind: keyof PerKind) =>
    payer === 'none' ? { amount: 0, point: 0 } : { amount: excess[kind], point: excess[kind] * prices[kind] }
  const kinds = {
    minute: consumed('minute'),
    storage: consumed('storage'),
    chat: consumed('chat'),
    editor: consumed('editor'),
    viewer: consumed('viewer'),
  }
  const point = Object.values(kinds).reduce((sum, kind) => sum + kind.point, 0)
  return { point, money: payer === 'yen' ? point : 0, ...kinds }
}

export async function readPointUsage(db: Db, workspaceId: number, at?: Date): Promise<PointUsage> {
  const [row, terms, list] = await Promise.all([
    readMonth(db, workspaceId, { at }),
    findTerms(db, workspaceId, at),
    findPriceList(db, at),
  ])
  if (!row) throw new Refusal('E_NOT_FOUND')
  const prices = row.terms ? pricesOf(row.terms) : eachKind((kind) => list[`${kind}_points`])
  const fee = terms ? monthlyFee(terms) : 0
  const { start, end } = cycleOf(row.month)
  return {
    workspace: { point: row.balance, ...quotasOf(limitsOf(terms ?? null)) },
    plan: { point: fee, money: fee },
    additional: additionalOf(row, prices),
    price: { ...prices },
    current_cycle_date: [start.toISOString(), end.toISOString()],
    next_cycle_date: cycleOf(addMonths(row.month, 1)).start.toISOString(),
  }
}

export const getPointUsage: Handler<typeof contract> = async (_, { app: { db }, actor }) =>
  readPointUsage(db, await ownedWorkspace(db, actor))
