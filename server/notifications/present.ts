// Builds notifications for the API, with the current names and contents of their items as visible to the reader.
import type { Notification } from '@kaiwa/contract/notifications.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { findInvitedItem, presentInvitedItem } from '../membership/store/invited-items.ts'
import { findVisibleFiles } from '../files/store/files.ts'
import { presentFile } from '../files/present-file.ts'
import { findItemRows } from '../tree/store/items.ts'
import type { Reader } from '../files/reader.ts'
import type { NoticeRow } from './store.ts'

type Content = Pick<Notification, 'item' | 'project' | 'project_file'>

function present(row: NoticeRow, content: Content): Notification {
  return {
    id: row.id,
    type: row.type,
    flag: row.flag,
    date_time: row.created_at.toISOString(),
    user: presentPerson(row.actor),
    ...content,
    metadata: { joined: !row.is_pending },
    thread_id: row.thread_id,
  }
}

/** The contents of these items visible to the reader, by item id. */
async function readContents(db: Db | Trx, reader: Reader, itemIds: number[]): Promise<Map<number, Content>> {
  if (itemIds.length === 0) return new Map()
  const { actor } = reader
  const items = await findItemRows(db, actor, itemIds)
  const parentIds = items.map((item) => item.parent_id).filter((id) => id !== null)
  const [parents, files] = await Promise.all([
    findItemRows(db, actor, parentIds),
    findVisibleFiles(db, actor, { itemIds }),
  ])
  const contentOf = (item: (typeof items)[number]): Content => {
    const parent = parents.find(({ id }) => id === item.parent_id)
    const folder = item.is_project ? item : parent
    const file = files.find((row) => row.item_id === item.id)
    return {
      item: {
        name: item.name,
        is_project: item.is_project,
        resource_id: item.resource_id,
        parent: parent ? { resource_id: parent.resource_id, name: parent.name } : null,
      },
      project: folder ? { id: folder.resource_id, name: folder.name } : null,
      project_file: file ? presentFile(file, reader) : null,
    }
  }
  return new Map(items.map((item) => [item.id, contentOf(item)]))
}

/** The part of an invitation that is visible before it is accepted: the same as in its mail. */
async function readInvited(db: Db | Trx, { actor }: Reader, row: NoticeRow): Promise<Content | null> {
  const item = await findInvitedItem(db, row)
  if (!item) return null
  const { name, is_project, resource_id } = presentInvitedItem(item, actor.locale)
  return {
    item: { name, is_project, resource_id, parent: null },
    project: is_project ? { id: resource_id, name } : null,
    project_file: null,
  }
}

/** In the order of the rows. Rows whose item was deleted in the meantime are left out. */
export async function presentNotices(
  db: Db | Trx,
  reader: Reader,
  rows: readonly NoticeRow[],
): Promise<Notification[]> {
  const visible = rows.filter((row) => row.is_visible)
  const contents = await readContents(db, reader, [...new Set(visible.map((row) => row.item_id))])
  const shown: Notification[] = []
  for (const row of rows) {
    const content = row.is_visible ? contents.get(row.item_id) : await readInvited(db, reader, row)
    if (content) shown.push(present(row, content))
  }
  return shown
}
