import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'items.changed': { item_ids: number[] }
    'files.deleted': { project_file_ids: number[] }
    'trash.changed': { workspace_id: number }
    /** Recordings whose rows are gone; what is stored of them must go too. */
    'media.orphaned': { video_ids: string[] }
  }
}

/** People whose tree shows one of these places: everybody of the workspace but guests, and guests with a role on a way there. */
const readersOf = async (trx: Trx, workspaceId: number, paths: readonly string[]): Promise<number[]> => {
  const ways = [...new Set(paths.flatMap((path) => path.split('_').map(Number)))]
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from workspace_members m where m.workspace_id = ${workspaceId} and (
      m.role_id <> ${ROLE.guest} or exists (
        select from item_roles r where r.user_id = m.user_id and r.item_id = any(${ways}::integer[])))
  `.execute(trx)
  return rows.map(({ user_id }) => user_id)
}

type Change = {
  workspaceId: number
  /** Paths before and after, of what changed. */
  paths: readonly string[]
  /** Folders whose tables show another row now. */
  projectIds: readonly number[]
  itemIds: number[]
}

/** Tells trees and tables that they are out of date. */
export const announceItems = async (trx: Trx, { workspaceId, paths, projectIds, itemIds }: Change): Promise<void> => {
  const readers = await readersOf(trx, workspaceId, paths)
  await emit(trx, {
    type: 'items.changed',
    data: { item_ids: itemIds },
    channels: [
      ...[...new Set(projectIds)].map((id) => `private-project-${id}`),
      ...readers.map((id) => `private-user-${id}`),
    ],
  })
}
