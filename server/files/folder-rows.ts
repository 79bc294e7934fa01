import type { FolderRow } from '@kaiwa/contract/workspace.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { Actor } from '../accounts/actor.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Db } from '../platform/database/database.ts'
import { itemAbilities } from '../tree/policy.ts'
import { roleIds } from '../tree/present-item.ts'
import { findFolderRows, type RowSlice, type StoredFolderRow, type TableContent } from './store/table-rows.ts'

function present(row: StoredFolderRow, actor: Actor): FolderRow {
  return {
    id: row.id,
    is_project: true,
    item_id: row.item_id,
    title: row.name,
    name: row.name,
    total_size: row.total_size / BYTES_PER_MB,
    original_size: row.original_size / BYTES_PER_MB,
    last_updated_by: presentPerson(row.last_updated_by),
    last_updated_at: row.last_updated_at.toISOString(),
    role_ids: roleIds(actor, row.role),
    can: itemAbilities(actor, row),
  }
}

/** Returns the folders of a table, see `findFolderRows`. */
export async function listFolders(db: Db, actor: Actor, content: TableContent, slice: RowSlice): Promise<FolderRow[]> {
  return (await findFolderRows(db, actor, content, slice)).map((row) => present(row, actor))
}
