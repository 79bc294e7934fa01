// The SQL of customers at the payment provider: one for each workspace.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'

export interface Card {
  payment_method_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

const NO_CARD = { payment_method_id: null, brand: null, last4: null, exp_month: null, exp_year: null }

/** The row of the workspace; inserts it at the first call. */
export async function insertCustomer(trx: Trx, workspaceId: number, address: string) {
  return trx
    .insertInto('payment_customers')
    .values({ workspace_id: workspaceId, address })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ address }))
    .returning(['key', 'provider_customer_id', 'owner_id'])
    .executeTakeFirstOrThrow()
}

export async function setProviderCustomer(
  trx: Trx,
  workspaceId: number,
  { id, ownerId }: { id: string; ownerId: number },
): Promise<void> {
  await trx
    .updateTable('payment_customers')
    .set({ provider_customer_id: id, owner_id: ownerId })
    .where('workspace_id', '=', workspaceId)
    .where('provider_customer_id', 'is', null)
    .execute()
}

/** Forgets a customer, with the card. A new key creates another customer. */
export async function clearProviderCustomer(trx: Trx, workspaceId: number, id: string): Promise<void> {
  await trx
    .updateTable('payment_customers')
    .set({
      ...NO_CARD,
      provider_customer_id: null,
      owner_id: null,
      key: sql`gen_random_uuid()`,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('provider_customer_id', '=', id)
    .execute()
}

/** False after a transfer of the workspace: then neither card nor customer are used. */
const isOfOwner = sql<boolean>`coalesce(
  (select w.owner_id = payment_customers.owner_id from workspaces w where w.id = payment_customers.workspace_id), true)`

function customers(db: Db | Trx) {
  return db.selectFrom('payment_customers').selectAll().select(isOfOwner.as('is_of_owner'))
}

export function findCustomer(db: Db | Trx, workspaceId: number) {
  return customers(db).where('workspace_id', '=', workspaceId).executeTakeFirst()
}

export function findCustomerByProviderId(db: Db | Trx, id: string) {
  return customers(db).where('provider_customer_id', '=', id).executeTakeFirst()
}

/** Customers of former owners. */
export function listFormerCustomers(db: Db) {
  return customers(db)
    .where('provider_customer_id', 'is not', null)
    .where(sql<boolean>`not ${isOfOwner}`)
    .limit(1000)
    .execute()
}

/** The customer whose card this is. */
export function findCustomerByCard(db: Db | Trx, paymentMethodId: string) {
  return db
    .selectFrom('payment_customers')
    .select(['workspace_id', 'provider_customer_id'])
    .where('payment_method_id', '=', paymentMethodId)
    .executeTakeFirst()
}

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

/**
 * Stores the card that is charged; null removes it. With `version`, only if the card has not changed since that
 * version was read. Returns whether it was stored.
 */
export async function setCard(trx: Trx, workspaceId: number, card: Card | null, version?: number): Promise<boolean> {
  const row = await trx
    .updateTable('payment_customers')
    .set({ ...(card ?? NO_CARD), version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning('workspace_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface Payer {
  workspace_id: number
  user_id: number
  email: string
  first_name: string
  last_name: string
  settings: unknown
  is_disabled: boolean
  /** An invited account that never signed in. */
  is_invited: boolean
  /** True after the owner joined another workspace: nobody can use this one, but its invoices remain payable. */
  is_closed: boolean
}

/** The owner of a workspace, who pays for it; undefined if the workspace was deleted. */
export function findPayer(db: Db | Trx, workspaceId: number): Promise<Payer | undefined> {
  return db
    .selectFrom('workspaces')
    .innerJoin('users', 'users.id', 'workspaces.owner_id')
    .select([
      'workspaces.id as workspace_id',
      'users.id as user_id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.settings',
      'users.is_disabled',
      sql<boolean>`users.email_verified_at is null`.as('is_invited'),
      sql<boolean>`workspaces.status = 'closed'`.as('is_closed'),
    ])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirst()
}

/** Addresses and settings of the operators who can sign in. */
export function findOperators(db: Db | Trx) {
  return db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'settings'])
    .where('is_operator', '=', true)
    .where('is_disabled', '=', false)
    .where('email_verified_at', 'is not', null)
    .execute()
}
