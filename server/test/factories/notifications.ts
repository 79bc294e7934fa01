// Calls for reading notifications, with short names.
import { userChannel } from '@kaiwa/contract/channels.ts'
import * as contract from '@kaiwa/contract/notifications.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { publish } from '../../platform/store/outbox.ts'
import type { TestApp } from '../open-test-app.ts'
import { assign, type TestFile, type TestFolder } from './items.ts'
import { createMember, type TestOwner, type TestUser } from './users.ts'

interface NotificationFixture {
  owner: TestOwner
  folder: TestFolder
}

/** `opened` and `fixture` are called each time, because tests create them before each test. */
export function openNotifications(opened: () => TestApp, fixture: () => NotificationFixture) {
  const list = (as: TestUser, page = 1) => opened().succeed(contract.listNotifications, { query: { page } }, as)
  return {
    list,
    /** The first page, after all waiting jobs and events. */
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
          return publish(trx, { type: 'file.processed', data: { project_file_id: file.id, ...by }, channels: [] })
        }),
    guestOf: async (item: { itemId: number }, role: 4 | 5 = ROLE.viewer) => {
      const guest = await createMember(opened().db, fixture().owner, ROLE.guest)
      await assign(opened().db, item, guest, role)
      return guest
    },
    /** Data of the `new.notification` events for this person, in order. */
    callsFor: async (person: TestUser) => {
      const { rows } = await sql<{ data: unknown }>`
        select data from events where type = 'new.notification' and ${userChannel(person.id)} = any(channels)
        order by id`.execute(opened().db)
      return rows.map(({ data }) => data)
    },
    /** Creates this many unread notifications about the folder, newest first, and returns their ids. */
    fill: async (reader: TestUser, count: number) => {
      const { rows } = await sql<{ id: number }>`
        insert into notifications (user_id, type, topic, item_id, event_id, created_at)
        select ${reader.id}, 'project-joined', 'made:' || n, ${fixture().folder.itemId}, 0, now() - make_interval(mins => n)
        from generate_series(1, ${count}::integer) n returning id`.execute(opened().db)
      return rows.map(({ id }) => id)
    },
  }
}
