// The SQL that reads contracts for operators. A list shows the terms of the current month in Japan and the next change.
import { type AdminSubscription, SUBSCRIPTION_TYPE } from '@kaiwa/contract/admin-subscriptions.ts'
import { type RawBuilder, sql } from 'kysely'
import { currentTerms, isInForce, termsFrom, type Terms } from '../../billing/store/terms.ts'
import type { Month } from '../../billing/months.ts'
import { instantOf, monthOf } from '../../billing/store/instants.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { searchOwner } from './histories.ts'
import type { List } from './list-rows.ts'
import { idsOf, type Narrowing, search } from './search.ts'

export interface SubscriptionFilters {
  status: AdminSubscription['status'] | 'all'
  type?: AdminSubscription['type'] | undefined
  query?: string | undefined
}

/** As a subquery, which PostgreSQL computes once and not for each row. */
const MONTH = sql`(select ${monthOf()})`
/** Few stored types are outdated: those of contracts whose plan changed since the job of the month ran. */
const hasType = sql<boolean>`type_until > ${MONTH}`
const lacksType = sql<boolean>`type_until < 'infinity' and type_until <= ${MONTH}`

/** Whether the plan of the current month is one for companies, or is not. */
function isOfType(isBusiness: boolean): RawBuilder<boolean> {
  return sql`(case when ${hasType} then is_business else
    (select t.is_business from contract_type(subscriptions.id, subscriptions.plan_id) t) end = ${isBusiness})`
}

/** Ids of contracts of a type. Both parts are sorted, so that PostgreSQL merges them instead of sorting all. */
function inOrderOfType(isBusiness: boolean, where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`(select id from subscriptions where ${where} and is_business = ${isBusiness} and ${hasType} order by id desc)
    union all
    (select id from subscriptions where ${where} and ${lacksType} and ${isOfType(isBusiness)} order by id desc)`
}

/**
 * Contracts of owners and of companies with these words, now or by a change. `find` begins with the people and companies;
 * conditions joined by `or` would be checked for every contract.
 */
function searchContract(query: string | undefined): Narrowing | undefined {
  const owner = searchOwner(query)
  const company = search('companies', query)
  if (!owner || !company) return undefined
  const companies = sql`any(array(${idsOf('companies', company)}))`
  const hasCompany = sql<boolean>`(
    coalesce((select ${company.test} from companies where companies.id = subscriptions.company_id), false)
    or coalesce((select bool_or(${company.test}) from plan_changes c join companies on companies.id = c.company_id
      where c.subscription_id = subscriptions.id and c.deleted_at is null), false))`
  return {
    find: sql`subscriptions.id = any(array(
      select s.id from subscriptions s where ${owner.find}
      union all select s.id from subscriptions s where s.company_id = ${companies}
      union all select c.subscription_id from plan_changes c where c.deleted_at is null and c.company_id = ${companies}))`,
    test: sql`(${owner.test} or ${hasCompany})`,
  }
}

export function subscriptionsBy({ status, type, query }: SubscriptionFilters): List {
  const hasStatus = status === 'all' ? sql<boolean>`true` : sql<boolean>`status = ${status}`
  const isBusiness = type === undefined ? undefined : type === SUBSCRIPTION_TYPE.business
  return {
    table: 'subscriptions',
    where: isBusiness === undefined ? [hasStatus] : [hasStatus, isOfType(isBusiness)],
    inOrder: isBusiness === undefined ? undefined : inOrderOfType(isBusiness, hasStatus),
    narrow: [searchContract(query)],
  }
}

export type SubscriptionRow = Terms & {
  read_at: Date
  is_in_force: boolean
  audience: 'business' | 'personal' | 'trial' | null
  company: string | null
  owner: { id: number; first_name: string; last_name: string; email: string }
  change: {
    plan_id: number | null
    plan_name: string | null
    payment_type: Terms['payment_type']
    company: string | null
    /** An instant. */
    starts: string
  } | null
}

export async function findSubscriptionRows(db: Db | Trx, ids: readonly number[]): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select ${currentTerms}, ${instantOf()} as read_at, ${isInForce()} as is_in_force, p.audience,
      (select name from companies where id = case when c.id is null then s.company_id else c.company_id end) as company,
      json_build_object('id', o.id, 'first_name', o.first_name, 'last_name', o.last_name, 'email', o.email) as owner,
      (select json_build_object('plan_id', n.plan_id, 'plan_name', np.name, 'payment_type', n.payment_type,
          'company', nc.name, 'starts', n.from_month::timestamp at time zone 'Asia/Tokyo')
        from plan_changes n left join plans np on np.id = n.plan_id left join companies nc on nc.id = n.company_id
        where n.subscription_id = s.id and n.deleted_at is null and n.from_month > ${monthOf()}
        order by n.from_month limit 1) as change
    ${termsFrom(monthOf())}
    join workspaces w on w.id = s.workspace_id join users o on o.id = w.owner_id
    where s.id = any(${[...ids]}::integer[]) order by s.id desc
  `.execute(db)
  return rows
}

/** The workspace of a contract; undefined for an unknown contract. */
export async function findContractWorkspace(db: Trx, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('subscriptions').select('workspace_id').where('id', '=', id).executeTakeFirst()
  return row?.workspace_id
}

/** The plans that are sold to companies and persons in the current month in Japan or in the next, by price. */
export async function findChoosablePlans(db: Db | Trx, { isThisMonth }: { isThisMonth: boolean }) {
  const month = isThisMonth ? monthOf() : sql<Month>`(${monthOf()} + interval '1 month')::date`
  const { rows } = await sql<{
    id: number
    name: string
    audience: 'business' | 'personal'
    monthly_price: number
    yearly_price: number
  }>`
    select p.id, p.name, p.audience, p.monthly_price, p.yearly_price from plans p
    where p.audience in ('business', 'personal') and p.valid_from <= ${month}
      and coalesce(p.valid_until > ${month}, true)
      and not exists (select from plans newer where newer.name = p.name and newer.valid_from > p.valid_from
        and newer.valid_from <= ${month})
    order by p.audience, p.monthly_price, p.id
  `.execute(db)
  return rows
}
