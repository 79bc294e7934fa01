// Calls for sharing, with short names. By default the owner acts on the folder.
import { randomUUID } from 'node:crypto'
import * as contract from '@kaiwa/contract/sharing.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import type { Db } from '../../platform/database/database.ts'
import type { TestApp } from '../open-test-app.ts'
import { readMails } from '../read-mails.ts'
import { createFolder, rootOf, type TestFolder } from './items.ts'
import { limitSeats } from './plans.ts'
import { createOwner, type TestOwner, type TestUser } from './users.ts'

interface Item {
  itemId: number
}
interface SharingFixture {
  owner: TestOwner
  folder: TestFolder
}

export function at({ itemId }: Item) {
  return { itemId }
}

export function newAddress() {
  return `${randomUUID()}@invited.example`
}

/** An owner and a folder to share. */
export async function createSharingFixture(db: Db): Promise<SharingFixture> {
  const owner = await createOwner(db, { last_name: '佐藤', first_name: '恵' })
  return { owner, folder: await createFolder(db, rootOf(owner), { creator: owner, name: '営業会議' }) }
}

/** `opened` and `fixture` are called each time, because tests create them before each test. */
export function openSharing(opened: () => TestApp, fixture: () => SharingFixture) {
  const membersOf = (item: Item, as: TestUser = fixture().owner) =>
    opened().succeed(contract.listMembers, { params: at(item) }, as)
  return {
    membersOf,
    one: async (person: TestUser, item: Item = fixture().folder, as: TestUser = fixture().owner) =>
      (await membersOf(item, as)).members_activated.find(({ id }) => id === person.id),
    invite: (email: string, role: 4 | 5, as: TestUser = fixture().owner, item: Item = fixture().folder) =>
      opened().call(contract.inviteMember, { params: at(item), body: { to_email: email, temp_role_id: role } }, as),
    validate: (email: string, role: 4 | 5, as: TestUser = fixture().owner, isInvite = true) => {
      const body = { email, role_id: role, is_invite: isInvite }
      return opened().call(contract.validateInvitation, { params: at(fixture().folder), body }, as)
    },
    change: (person: TestUser, role: 3 | 4 | 5, as: TestUser = fixture().owner, item: Item = fixture().folder) =>
      opened().call(contract.updateMemberRole, { params: at(item), body: { user_id: person.id, role_id: role } }, as),
    detach: (person: TestUser, as: TestUser = fixture().owner, item: Item = fixture().folder) =>
      opened().call(contract.detachEditor, { params: at(item), query: { user_id: person.id } }, as),
    remove: (email: string, as: TestUser = fixture().owner) =>
      opened().call(contract.removeMember, { params: at(fixture().folder), body: { to_email: email } }, as),
    sees: async (person: TestUser, { projectId }: TestFolder = fixture().folder) =>
      (await opened().call(workspace.getProject, { params: { id: projectId } }, person)).status === 200,
    mailsTo: (email: string) => readMails(opened(), { email }),
    limit: (seats: { editor?: number; viewer?: number }, payment?: 'credit_card') =>
      limitSeats(opened().db, fixture().owner, seats, payment),
    events: (type: string) => opened().db.selectFrom('events').selectAll().where('type', '=', type).execute(),
  }
}
