// The SQL of the values of a generation.
import type { CRM_VALUE_STATUSES } from '@kaiwa/contract/crm-words.ts'
import type { StoredQuote } from '../../../assistant/store/messages.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { jsonb } from '../../../platform/database/jsonb.ts'

export interface ValueRow {
  property: string
  status: (typeof CRM_VALUE_STATUSES)[number]
  previous: string | null
  /** Null: the conversation supports none, so the previous value is kept. */
  value: string | null
  reason: string
  evidence: StoredQuote[]
}

/** In the order of the selection. */
export function findValues(db: Db | Trx, generationId: number): Promise<ValueRow[]> {
  return db
    .selectFrom('crm_values')
    .select(['property', 'status', 'previous', 'value', 'reason', 'evidence'])
    .where('generation_id', '=', generationId)
    .orderBy('position')
    .$castTo<ValueRow>()
    .execute()
}

export async function insertValues(
  trx: Trx,
  generationId: number,
  values: readonly { property: string; previous: string | null }[],
): Promise<void> {
  const rows = values.map((value, position) => ({
    ...value,
    generation_id: generationId,
    position,
    status: 'waiting',
  }))
  await trx.insertInto('crm_values').values(rows).execute()
}

/** What was found for a property. `value` null: nothing. */
export interface Finding {
  value: string | null
  reason: string
  evidence: readonly StoredQuote[]
}

/** Stores what was found. The caller holds the claim. False if the property has its value already. */
export async function updateValue(
  trx: Trx,
  { generationId, property }: { generationId: number; property: string },
  { value, reason, evidence }: Finding,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('crm_values')
    .set({ status: 'ready', value, reason, evidence: jsonb(evidence) })
    .where('generation_id', '=', generationId)
    .where('property', '=', property)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the properties that wait for a value as failed. */
export async function failWaiting(trx: Trx, generationId: number): Promise<void> {
  await trx
    .updateTable('crm_values')
    .set({ status: 'failed' })
    .where('generation_id', '=', generationId)
    .where('status', '=', 'waiting')
    .execute()
}

/** Whether a value was found; a property that keeps its previous value has none. */
export async function hasFoundValue(trx: Trx, generationId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('crm_values')
    .select('property')
    .where('generation_id', '=', generationId)
    .where('status', '=', 'ready')
    .where('value', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
