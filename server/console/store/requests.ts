// The SQL that reads applications for operators.
import type { AdminRequest } from '@kaiwa/contract/admin-requests.ts'
import { sql } from 'kysely'
import type { RequestRow } from '../../applications/store.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { List } from './list-rows.ts'
import { search } from './search.ts'

export interface RequestFilters {
  status: AdminRequest['status'] | 'all'
  query?: string | undefined
}

export function requestsBy({ status, query }: RequestFilters): List {
  return {
    table: 'subscription_requests',
    where: status === 'all' ? [] : [sql`status = ${status}`],
    narrow: [search('subscription_requests', query)],
  }
}

interface Person {
  id: number
  first_name: string
  last_name: string
  email: string
}

const person = sql`json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)`

/** As `openApplicant` chooses them: who was signed in when applying, otherwise the account of the contact's address. */
const accountId = sql`coalesce(request.user_id,
  (select c.id from users c where lower(c.email) = lower(request.contact_email)))`
const workspaceId = sql`coalesce(request.workspace_id, (select m.workspace_id from workspace_members m
  join workspaces mw on mw.id = m.workspace_id and mw.status = 'active' where m.user_id = ${accountId}))`

export function findRequestRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('subscription_requests as request')
    .innerJoin('plans as plan', 'plan.id', 'request.plan_id')
    .selectAll('request')
    .select([
      'plan.name as plan_name',
      sql<Person | null>`(select ${person} from users u where u.id = ${accountId})`.as('account'),
      sql<Person | null>`(select ${person} from workspaces w join users u on u.id = w.owner_id
        where w.id = ${workspaceId})`.as('workspace_owner'),
    ])
    .$narrowType<Pick<RequestRow, 'status' | 'payment_type'>>()
    .where('request.id', 'in', [...ids, 0])
    .orderBy('request.id', 'desc')
    .execute()
}

/** The latest link to register a card, with the owner of its workspace; undefined if the workspace is closed. */
export async function findSetup(
  trx: Trx,
  requestId: number,
): Promise<{ company_id: number | null; owner: Person } | undefined> {
  const { rows } = await sql<{ company_id: number | null; owner: Person }>`
    select link.company_id, ${person} as owner
    from payment_links link
    join workspaces w on w.id = link.workspace_id and w.status = 'active' join users u on u.id = w.owner_id
    where link.request_id = ${requestId} order by link.id desc limit 1
  `.execute(trx)
  return rows[0]
}

export type RequestListRow = Awaited<ReturnType<typeof findRequestRows>>[number]

export async function findPlanName(trx: Trx, planId: number): Promise<string> {
  const { name } = await trx.selectFrom('plans').select('name').where('id', '=', planId).executeTakeFirstOrThrow()
  return name
}
