import type { getFile as contract } from '@kaiwa/contract/files.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Handler } from '../platform/http/route.ts'
import { deleteUnread, findUnreadItemIds } from '../tree/store/unread-items.ts'
import { readerOf } from './reader.ts'
import { findFile } from './store/files.ts'
import { findSharers } from './store/sharers.ts'
import { presentFile } from './present-file.ts'

/** The number of people that the page of a file shows. */
const SHOWN = 3

export const getFile: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context.app
  const reader = readerOf(context)
  const row = await findFile(db, context.actor, params.id, params.projectId)
  await deleteUnread(db, context.actor, row.item_id)
  const [people, unread_item_ids] = await Promise.all([
    findSharers(db, row.item_id, SHOWN),
    findUnreadItemIds(db, context.actor),
  ])
  return {
    ...presentFile(row, reader),
    members: people.flatMap((person) => presentPerson(person) ?? []),
    member_count: people[0]?.total ?? 0,
    unread_item_ids,
    url: reader.mediaOf(row.id),
    // Stored before the first stream.
    has_waveform: row.is_playable,
  }
}
