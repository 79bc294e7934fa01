// Makes the versions of plans and prices that a file describes, from a month on. A version that was used is never changed,
// so that subscriptions keep the price they were sold at. Applied again, the file changes nothing.
import type { Db, Trx } from '../../platform/database/database.ts'
import { type Month, monthInJapan } from '../months.ts'
import {
  deletePlanVersion,
  deletePriceVersion,
  findPlanVersions,
  findPriceVersions,
  insertPlanVersion,
  insertPriceVersion,
  lockVersions,
  type PlanVersion,
  setPlanEnd,
} from '../store/plan-versions.ts'
import { readInstant } from '../store/subscriptions.ts'
import { type PlanEntry, type PlanFile, priceColumns } from './plan-file.ts'

/** A file that cannot be applied, with a sentence for the operator. */
export class PlansError extends Error {
  override name = 'PlansError'
}

/** The fields of `wanted` that differ, as `minute 60 → 120`. */
function differences(present: object, wanted: object): string[] {
  const before = present as Record<string, unknown>
  return Object.entries(wanted).flatMap(([field, value]) =>
    before[field] === value ? [] : [`${field} ${String(before[field])} → ${String(value)}`],
  )
}

/** The last version up to the month. */
function versionAt<Version extends { valid_from: Month }>(
  versions: readonly Version[],
  month: Month,
): Version | undefined {
  return versions.findLast(({ valid_from }) => valid_from <= month)
}

function assertUnused({ is_used, valid_from }: { is_used: boolean; valid_from: Month }, name: string, month: Month) {
  if (is_used)
    throw new PlansError(`${name} of ${valid_from.slice(0, 7)} is in use: choose a month after ${month.slice(0, 7)}.`)
}

async function applyPrices(trx: Trx, file: PlanFile, month: Month): Promise<string[]> {
  const wanted = priceColumns(file)
  const present = versionAt(await findPriceVersions(trx), month)
  const changes = differences(present ?? {}, wanted)
  if (present && changes.length === 0) return []
  if (present?.valid_from === month) {
    assertUnused(present, 'the price list', month)
    await deletePriceVersion(trx, present.id)
  }
  await insertPriceVersion(trx, wanted, month)
  return [`prices: ${changes.join(', ')}`]
}

async function applyPlan(trx: Trx, plan: PlanEntry, versions: readonly PlanVersion[], month: Month): Promise<string[]> {
  const present = versionAt(versions, month)
  const isSold = present !== undefined && (present.valid_until === null || present.valid_until > month)
  const changes = isSold ? differences(present, plan) : []
  if (isSold && changes.length === 0 && present.valid_until === null) return []
  if (isSold && changes.length === 0) {
    await setPlanEnd(trx, present.id, null)
    return [`${plan.name}: is not withdrawn in ${present.valid_until?.slice(0, 7)}`]
  }
  if (present?.valid_from === month) {
    assertUnused(present, plan.name, month)
    await deletePlanVersion(trx, present.id)
  }
  await insertPlanVersion(trx, plan, month)
  return [`${plan.name}: ${changes.length > 0 ? changes.join(', ') : 'new'}`]
}

/** Withdraws a plan that the file does not have. */
async function withdraw(trx: Trx, name: string, versions: readonly PlanVersion[], month: Month): Promise<string[]> {
  const present = versionAt(versions, month)
  if (!present || (present.valid_until !== null && present.valid_until <= month)) return []
  if (present.valid_from === month) {
    assertUnused(present, name, month)
    await deletePlanVersion(trx, present.id)
  } else await setPlanEnd(trx, present.id, month)
  return [`${name}: withdrawn`]
}

/** Refuses months before the current one, and months from which a version exists already. */
function assertMonth(month: Month, current: Month, latest: Month | undefined) {
  if (month < current) throw new PlansError(`${month.slice(0, 7)} has passed: what was sold then is not changed.`)
  if (latest !== undefined && latest > month)
    throw new PlansError(`There is a version from ${latest.slice(0, 7)}: choose this month or a later one.`)
}

/** Applies the file from the month on, in one transaction. Returns what changed, one line each. */
export function applyPlans(db: Db, file: PlanFile, month: Month, at?: Date): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await lockVersions(trx)
    const all = await findPlanVersions(trx)
    const starts = [...all, ...(await findPriceVersions(trx))].map(({ valid_from }) => valid_from)
    assertMonth(month, monthInJapan(await readInstant(trx, at)), starts.toSorted().at(-1))
    const byName = Map.groupBy(all, ({ name }) => name)
    const lines = await applyPrices(trx, file, month)
    for (const plan of file.plans) lines.push(...(await applyPlan(trx, plan, byName.get(plan.name) ?? [], month)))
    const kept = new Set(file.plans.map(({ name }) => name))
    for (const [name, versions] of byName)
      if (!kept.has(name)) lines.push(...(await withdraw(trx, name, versions, month)))
    return lines
  })
}
