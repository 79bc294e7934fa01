// The SQL of requests of companies.
import type { RequestStatus, SubscriptionRequest } from '@kaiwa/contract/applications.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'
import type { SubscriptionRequests } from '../platform/database/schema.gen.ts'

export type RequestRow = Selectable<SubscriptionRequests> & {
  status: RequestStatus
  payment_type: SubscriptionRequest['payment_type']
  locale: Locale
}

export type NewRequest = Omit<SubscriptionRequest, 'term' | 'policy'> & {
  client_request_id: string | null
  locale: Locale
  user_id: number | null
}

/**
 * Requests with the name of their plan, for lists. The caller adds filters, order and limit; `status, id desc` has an index.
 */
export function requestsWithPlan(db: Db) {
  return db
    .selectFrom('subscription_requests as request')
    .innerJoin('plans as plan', 'plan.id', 'request.plan_id')
    .selectAll('request')
    .select('plan.name as plan_name')
}

/** The request, locked until the end of the transaction. Lock it before a workspace. */
export async function lockRequest(trx: Trx, id: number): Promise<RequestRow | undefined> {
  return (await trx
    .selectFrom('subscription_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as RequestRow | undefined
}

/** Requires `lockRequest`. `decidedBy` and the instant of the decision are written by the first change only. */
export async function writeStatus(
  trx: Trx,
  id: number,
  { status, decidedBy, workspaceId }: { status: RequestStatus; decidedBy: number | null; workspaceId: number | null },
): Promise<void> {
  await trx
    .updateTable('subscription_requests')
    .set({
      status,
      decided_by: sql`coalesce(decided_by, ${decidedBy}::integer)`,
      decided_at: sql`coalesce(decided_at, now())`,
      workspace_id: sql`coalesce(${workspaceId}::integer, workspace_id)`,
    })
    .where('id', '=', id)
    .execute()
}

/** Serialises requests of one email until the end of the transaction, so that a double click is found. */
export async function lockApplicant(trx: Trx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('subscription_requests'), hashtext(${email.toLowerCase()}))`.execute(
    trx,
  )
}

/** Undecided requests of this email in the last `minutes`. Requires `lockApplicant`. */
export async function listRecentRequests(trx: Trx, email: string, minutes: number): Promise<RequestRow[]> {
  return (await trx
    .selectFrom('subscription_requests')
    .selectAll()
    .where(sql`lower(contact_email)`, '=', email.toLowerCase())
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .where('status', '=', 'created')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()) as RequestRow[]
}

/** The id of the new request; null if the client's id exists. */
export async function insertRequest(trx: Trx, request: NewRequest): Promise<number | null> {
  const row = await trx
    .insertInto('subscription_requests')
    .values(request)
    .onConflict((conflict) => conflict.column('client_request_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Addresses and languages of the operators who can read mails. */
export async function listOperators(trx: Trx): Promise<{ email: string; settings: unknown }[]> {
  return trx
    .selectFrom('users')
    .select(['email', 'settings'])
    .where('is_operator', '=', true)
    .where('is_disabled', '=', false)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(20)
    .execute()
}
