// The SQL that finds what a payment at the provider paid for, and rows of the ledger about money that went back.
import { sql } from 'kysely'
import type { PaymentHistory } from '@kaiwa/contract/payment.ts'
import type { Trx } from '../../../platform/database/database.ts'

export interface LedgerRow {
  workspace_id: number
  subscription_id: number | null
  billing_type: PaymentHistory['billing_type']
  money: number
  point: number
  invoice_id: number | null
}

export async function findLedgerRow(trx: Trx, cause: string): Promise<LedgerRow | undefined> {
  const { rows } = await sql<LedgerRow>`
    select workspace_id, subscription_id, billing_type, money, point, invoice_id from billing_ledger
    where cause = ${cause}
  `.execute(trx)
  return rows[0]
}

/** Which of these causes have a row, in the order in which they were written. */
export async function findWritten(trx: Trx, causes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select cause from billing_ledger where cause = any(${[...causes]}::text[]) order by id
  `.execute(trx)
  return rows.map(({ cause }) => cause)
}
