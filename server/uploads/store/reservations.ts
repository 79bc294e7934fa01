// Storage that unfinished uploads reserve, in bytes. A reservation is part of the row of its upload.
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { STORAGE_PRECEDENCE_ROLES } from '../policy.ts'

/** Expiry of a reservation that is made or renewed now. */
export const reservedUntil = sql<Date>`now() + make_interval(hours => ${LIMITS.uploadReservationHours})`

/** The reservation of an unfinished upload (bytes). Locks its row. `length` is null while unknown. */
export async function findReservation(trx: Trx, id: number) {
  return trx
    .selectFrom('uploads')
    .select([
      'received',
      sql<number | null>`coalesce(length, round(declared_size * ${BYTES_PER_MB})::bigint)`.as('length'),
      sql<number>`greatest(received, case when reserved_until > now() then reserved end)`.as('reserved'),
    ])
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function setReservation(trx: Trx, id: number, reserved: number) {
  return trx.updateTable('uploads').set({ reserved, reserved_until: reservedUntil }).where('id', '=', id).execute()
}

/** Unfinished uploads of a workspace. `outstanding`: bytes reserved beyond those received. */
function unfinished(workspaceId: number) {
  return sql`
  select uploads.id, uploads.created_by, uploads.received,
    greatest(case when uploads.reserved_until > now() then uploads.reserved else 0 end - uploads.received, 0) as outstanding,
    coalesce(member.role_id in (${sql.join(STORAGE_PRECEDENCE_ROLES)}), false) as has_precedence
  from uploads join files on files.id = uploads.file_id
  left join workspace_members member on member.user_id = uploads.created_by and member.workspace_id = files.workspace_id
  where files.workspace_id = ${workspaceId} and uploads.completed_at is null and uploads.expires_at > now()`
}

interface ReservationsOfPerson {
  user_id: number
  has_precedence: boolean
  received: number
  outstanding: number
  unsent: number
}

/** Bytes that each person holds by unfinished uploads, and the number of these without a byte (`unsent`). */
export async function findReservations(trx: Trx, workspaceId: number): Promise<ReservationsOfPerson[]> {
  const { rows } = await sql<ReservationsOfPerson>`
    select created_by as user_id, bool_or(has_precedence) as has_precedence, sum(received)::bigint as received,
      sum(outstanding)::bigint as outstanding, (count(*) filter (where received = 0))::integer as unsent
    from (${unfinished(workspaceId)}) upload group by created_by
  `.execute(trx)
  return rows
}

/**
 * Releases at least `bytes` of reservations of people who are neither owner nor manager. Uploads without a byte come first,
 * the newest first. Received bytes stay counted.
 */
export async function releaseReservations(trx: Trx, workspaceId: number, bytes: number): Promise<void> {
  await sql`
    update uploads set reserved = uploads.received from (
      select id, outstanding, sum(outstanding) over (order by received = 0 desc, id desc) as total
      from (${unfinished(workspaceId)}) upload where outstanding > 0 and not has_precedence) candidate
    where uploads.id = candidate.id and candidate.total - candidate.outstanding < ${bytes}
  `.execute(trx)
}
