// Reads the history of writes. A write can have some megabytes: the lists show shortened values, and what was written last is
// searched in the newest writes only.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import { type PersonRow, personAt } from '../../../accounts/person.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'
import type { WriteRow, WrittenProperty } from './writes.ts'

/** Bytes of the newest writes as they are stored; the newest one counts in any case. */
const READ_BYTES = 1_000_000

export interface LastValue {
  name: string
  label: string
  after: string
  reason: string | null
  written_at: Date
  is_shortened: boolean
}

interface OfDeal {
  fileId: number
  portalId: string
  dealId: string
  /** Cuts values and reasons to the length of lists. */
  isShortened?: boolean
}

/** What was written last to this deal from this file, by property, in the newest `LIMITS.crmLastWrites` writes. */
export async function findLastValues(
  db: Db | Trx,
  { fileId, portalId, dealId, isShortened = false }: OfDeal,
): Promise<LastValue[]> {
  const length = isShortened ? LIMITS.crmListedLength : LIMITS.crmValueLength
  const { rows } = await sql<LastValue>`
    select distinct on (sent.name) sent.name, sent.label, left(sent.after, ${length}::integer) as after,
      left(sent.reason, ${length}::integer) as reason,
      greatest(length(sent.after), length(sent.reason)) > ${length}::integer as is_shortened, newest.ended_at as written_at
    from (
      select properties, id, coalesce(finished_at, created_at) as ended_at,
        -- The size of the stored value is read without the value.
        sum(pg_column_size(properties)) over recent as bytes, row_number() over recent as number
      from crm_writes
      where file_id = ${fileId} and portal_id = ${portalId} and deal_id = ${dealId} and status = 'written'
      window recent as (order by coalesce(finished_at, created_at) desc, id desc)
    ) newest,
      jsonb_to_recordset(newest.properties) as sent (name text, label text, after text, reason text)
    where newest.number = 1 or (newest.number <= ${LIMITS.crmLastWrites} and newest.bytes <= ${READ_BYTES})
    order by sent.name, newest.ended_at desc, newest.id desc
  `.execute(db)
  return rows
}

export type ListedWrite = Pick<WriteRow, 'id' | 'status' | 'deal_id' | 'deal_name' | 'created_at'> & {
  written_by: PersonRow | null
  properties: (WrittenProperty & { is_shortened: boolean })[]
}

/** Values and reasons are cut to `LIMITS.crmListedLength` characters. */
const shortened = sql<ListedWrite['properties']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', sent.name, 'label', sent.label, 'evidence', sent.evidence,
    'before', left(sent.before, ${LIMITS.crmListedLength}::integer),
    'after', left(sent.after, ${LIMITS.crmListedLength}::integer),
    'reason', left(sent.reason, ${LIMITS.crmListedLength}::integer),
    'is_shortened', greatest(length(sent.before), length(sent.after), length(sent.reason)) > ${LIMITS.crmListedLength}::integer
  ) order by sent.position), '[]')
  from rows from (
    jsonb_to_recordset(write.properties) as (name text, label text, before text, after text, reason text, evidence jsonb)
  ) with ordinality as sent (name, label, before, after, reason, evidence, position))`

export function listWrites(
  db: Db,
  fileId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedWrite[]> {
  return db
    .selectFrom('crm_writes as write')
    .select(['write.id', 'write.status', 'write.deal_id', 'write.deal_name', 'write.created_at'])
    .select(shortened.as('properties'))
    .select(personAt('write.written_by').as('written_by'))
    .where('write.file_id', '=', fileId)
    .orderBy('write.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<ListedWrite>()
    .execute()
}

export async function countWrites(db: Db | Trx, fileId: number): Promise<number> {
  const { count } = await db
    .selectFrom('crm_writes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  return count
}
