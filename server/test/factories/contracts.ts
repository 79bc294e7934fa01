// Contracts for tests: plans by invoice and by card, memberships without a plan, points.
import { randomUUID } from 'node:crypto'
import { addPoints } from '../../billing/points/add-points.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import type { Db } from '../../platform/database/database.ts'
import { createOwner, type TestOwner, type UserOptions } from './users.ts'

export interface ContractOptions extends UserOptions {
  /** Null: a membership without a plan, paid by card. */
  planId?: number | null
  paymentType?: 'credit_card' | 'monthly' | 'yearly'
  at?: Date
}

/** Creates the owner of a workspace whose contract begins now, or at the instant. */
export async function createContract(
  db: Db,
  options: ContractOptions = {},
): Promise<TestOwner & { subscriptionId: number }> {
  const { planId = null, paymentType = planId === null ? 'credit_card' : 'monthly', at, ...user } = options
  const owner = await createOwner(db, { ...user, plan: 'trial' })
  const { workspaceId } = owner
  const started = { workspaceId, planId, paymentType, companyId: null, ...(at && { at }) }
  const { id } = await db.transaction().execute((trx) => startSubscription(trx, started))
  return { ...owner, subscriptionId: id }
}

export interface PlanLimits {
  minute?: number
  storage?: number
  chat?: number
  editor?: number
  viewer?: number
}

/** Creates a plan of its own, with small limits unless others are given. Returns its id. */
export async function createPlan(db: Db, limits: PlanLimits = {}): Promise<number> {
  const { id } = await db
    .insertInto('plans')
    .values({
      name: `plan-${randomUUID()}`,
      description: '',
      monthly_price: 10_000,
      yearly_price: 9_000,
      minute: 60,
      storage: 5,
      chat: 20,
      editor: 1,
      viewer: 5,
      ...limits,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives points to the workspace. */
export function givePoints(db: Db, { workspaceId }: Pick<TestOwner, 'workspaceId'>, point: number): Promise<boolean> {
  const given = { workspaceId, billingType: 'give_point', point, money: 0, userId: null } as const
  return db.transaction().execute((trx) => addPoints(trx, { ...given, cause: `test:${randomUUID()}` }))
}
