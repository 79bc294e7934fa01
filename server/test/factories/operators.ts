// Operators, and rows of the lists of the console.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'
import { createUser, type TestOwner, type TestUser, type UserOptions } from './users.ts'

export function createOperator(db: Db, options: UserOptions = {}): Promise<TestUser> {
  return createUser(db, { last_name: '運営', first_name: '一郎', ...options, isOperator: true })
}

/** The plan that companies buy in tests. */
export async function createPlan(
  db: Db,
  { name = randomUUID(), audience = 'business' }: { name?: string; audience?: 'business' | 'personal' } = {},
): Promise<{ id: number; name: string }> {
  const limits = { minute: 100, storage: 10, chat: 10, editor: 5, viewer: 10 }
  const { id } = await db
    .insertInto('plans')
    .values({ name, audience, description: name, monthly_price: 10_000, yearly_price: 8_000, ...limits })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name }
}

export interface RequestOptions {
  planId: number
  email?: string
  company?: string
  paymentType?: 'credit_card' | 'monthly' | 'yearly'
  userId?: number
  department?: string
  building?: string
}

export async function createRequest(db: Db, options: RequestOptions): Promise<{ id: number; email: string }> {
  const { planId, company = '見本商事', paymentType = 'monthly', userId } = options
  const email = options.email ?? `${randomUUID()}@company.example`
  const { id } = await db
    .insertInto('subscription_requests')
    .values({
      plan_id: planId,
      payment_type: paymentType,
      company_name: company,
      department_name: options.department ?? null,
      contact_last_name: '佐藤',
      contact_first_name: '次郎',
      contact_email: email,
      contact_phone: '0312345678',
      postal_code: '100-0001',
      prefecture: '東京都',
      city: '千代田区',
      address_1: '千代田1-1',
      address_2: options.building ?? null,
      locale: 'ja',
      user_id: userId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email }
}

export interface InvoiceOptions {
  company?: string
  /** A return invoice has negative amounts. */
  kind?: 'invoice' | 'return'
  status?: 'pending' | 'paid' | 'failed'
  /** Days from today in Japan; negative for an invoice that is overdue. */
  dueInDays?: number
  number?: string
}

export async function createInvoice(
  db: Db,
  { workspaceId }: Pick<TestOwner, 'workspaceId'>,
  {
    company = '見本商事',
    kind = 'invoice',
    status = 'pending',
    dueInDays = 30,
    number = randomUUID(),
  }: InvoiceOptions = {},
): Promise<{ id: number; number: string }> {
  const sign = kind === 'return' ? -1 : 1
  const today = sql<string>`(now() at time zone 'Asia/Tokyo')::date`
  const { id } = await db
    .insertInto('invoices')
    .values({
      workspace_id: workspaceId,
      kind,
      number,
      status,
      payment_type: 'monthly',
      company: jsonb({
        name: company,
        department_name: null,
        contact_name: '佐藤 次郎',
        contact_email: 'sato@company.example',
        contact_phone: '0312345678',
      }),
      issuer: jsonb({ name: 'Kaiwa' }),
      month: sql`date_trunc('month', ${today})::date`,
      issue_date: today,
      due_date: sql`${today} + ${dueInDays}::integer`,
      start_date: today,
      end_date: today,
      subtotal: sign * 10_000,
      tax: sign * 1_000,
      total: sign * 11_000,
      paid_at: status === 'paid' ? sql`now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, number }
}
