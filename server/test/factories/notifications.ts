// Notifications as their readers meet them, each call by one word.
import * as contract from '@kaiwa/contract/notifications.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { emit } from '../../platform/events/emit.ts'
import type { TestApp } from '../open-test-app.ts'
import { assign, type TestFile, type TestFolder } from './items.ts'
import { createMember, type TestOwner, type TestUser } from './users.ts'

type Place = { owner: TestOwner; folder: TestFolder }

/** `opened` and `place` are asked at each call: a test file makes them before each of its tests. */
export const openNotifications = (opened: () => TestApp, place: () => Place) => {
  const list = (as: TestUser, page = 1) => opened().succeed(contract.listNotifications, { query: { page } }, as)
  return {
    list,
    /** The first page, after all that waits has been done. */
    listed: async (as: TestUser) => {
      await opened().settle()
      return (await list(as)).data
    },
    open: (id: number, as: TestUser) => opened().call(contract.openNotification, { params: { id } }, as),
    read: (ids: number[] | undefined, as: TestUser) =>
      opened().succeed(contract.readNotifications, { body: ids ? { ids } : {} }, as),
    processed: (file: TestFile, importedBy?: number) =>
      opened()
        .db.transaction()
        .execute((trx) => {
          const by = importedBy === undefined ? {} : { imported_by: importedBy }
          return emit(trx, { type: 'file.processed', data: { project_file_id: file.id, ...by } })
        }),
    guestOf: async (item: { itemId: number }, role: 4 | 5 = ROLE.viewer) => {
      const guest = await createMember(opened().db, place().owner, ROLE.guest)
      await assign(opened().db, item, guest, role)
      return guest
    },
    /** What this person's pages were told, in order. */
    callsFor: async (person: TestUser) => {
      const { rows } = await sql<{ data: unknown }>`
        select data from events where type = 'new.notification' and ${`private-user-${person.id}`} = any(channels)
        order by id`.execute(opened().db)
      return rows.map(({ data }) => data)
    },
    /** This many unread ones about the folder, the newest first; answers their ids. */
    fill: async (reader: TestUser, count: number) => {
      const { rows } = await sql<{ id: number }>`
        insert into notifications (user_id, type, topic, item_id, event_id, created_at)
        select ${reader.id}, 'project-joined', 'made:' || n, ${place().folder.itemId}, 0, now() - make_interval(mins => n)
        from generate_series(1, ${count}::integer) n returning id`.execute(opened().db)
      return rows.map(({ id }) => id)
    },
  }
}
