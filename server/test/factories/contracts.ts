// Contracts for tests: plans by invoice and by card, memberships without a plan, points.
import { randomUUID } from 'node:crypto'
import { addPoints } from '../../billing/points/add-points.ts'
import { insertCompany } from '../../billing/store/companies.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import type { Db } from '../../platform/database/database.ts'
import { createOwner, type TestOwner, type UserOptions } from './users.ts'

export const COMPANY = {
  name: '株式会社テスト商事',
  department_name: null as string | null,
  contact_last_name: '佐藤',
  contact_first_name: '一郎',
  contact_email: 'sato@shoji.example',
  contact_phone: '0312345678',
  postal_code: '100-0001',
  prefecture: '東京都',
  city: '千代田区',
  address_1: '千代田1-1',
  address_2: 'テストビル3F' as string | null,
}

export interface ContractOptions extends UserOptions {
  /** Null: a membership without a plan, paid by card. */
  planId?: number | null
  paymentType?: 'credit_card' | 'monthly' | 'yearly'
  at?: Date
}

/** Creates the owner of a workspace whose contract begins now, or at the instant. A plan has a company. */
export async function createContract(
  db: Db,
  options: ContractOptions = {},
): Promise<TestOwner & { subscriptionId: number }> {
  const { planId = null, paymentType = planId === null ? 'credit_card' : 'monthly', at, ...user } = options
  const owner = await createOwner(db, { ...user, plan: 'trial' })
  const { workspaceId } = owner
  const { id } = await db.transaction().execute(async (trx) => {
    const companyId = planId === null ? null : await insertCompany(trx, COMPANY)
    return startSubscription(trx, { workspaceId, planId, paymentType, companyId, ...(at && { at }) })
  })
  return { ...owner, subscriptionId: id }
}

export interface PlanLimits {
  minute?: number
  storage?: number
  chat?: number
  editor?: number
  viewer?: number
  audience?: 'business' | 'personal'
}

/** Creates a new plan, by default with small limits. Returns its id. */
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
