// The SQL that reads applications for operators.
import type { AdminRequest } from '@kaiwa/contract/admin-requests.ts'
import { sql } from 'kysely'
import type { RequestRow } from '../../applications/store.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { List } from './list-rows.ts'
import { requestText, search } from './search.ts'

export interface RequestFilters {
  status: AdminRequest['status'] | 'all'
  query?: string | undefined
}

export function requestsBy({ status, query }: RequestFilters): List {
  return {
    table: 'subscription_requests',
    where: status === 'all' ? [] : [sql`status = ${status}`],
    narrow: [search(requestText, query)],
  }
}

export function findRequestRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('subscription_requests as request')
    .innerJoin('plans as plan', 'plan.id', 'request.plan_id')
    .selectAll('request')
    .select('plan.name as plan_name')
    .$narrowType<Pick<RequestRow, 'status' | 'payment_type'>>()
    .where('request.id', 'in', [...ids, 0])
    .orderBy('request.id', 'desc')
    .execute()
}

export type RequestListRow = Awaited<ReturnType<typeof findRequestRows>>[number]

export async function findPlanName(trx: Trx, planId: number): Promise<string> {
  const { name } = await trx.selectFrom('plans').select('name').where('id', '=', planId).executeTakeFirstOrThrow()
  return name
}
