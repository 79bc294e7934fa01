// Compares the users to whom a move is published with the effective roles of all users before and after it, read item
// by item through the access join on random trees.
import { restoreItems } from '@kaiwa/contract/trash.ts'
import { deleteItem, moveItems } from '@kaiwa/contract/workspace.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { createMember, createOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { randomIntegers } from '../../test/random-numbers.ts'
import { visibleItems } from '../store/access.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

type Node = TestFolder & { above: Node | null; depth: number }

function isIn(node: Node | null, top: Node): boolean {
  return node !== null && (node === top || isIn(node.above, top))
}

async function createTree(seed: number) {
  const roll = randomIntegers(seed)
  const pick = <T>(all: readonly T[]): T => all[roll(all.length)] as T
  const { db } = test
  const owner = await createOwner(db)
  const people: TestUser[] = []
  for (const role of [ROLE.guest, ROLE.guest, ROLE.guest, ROLE.guest, ROLE.member, ROLE.member, ROLE.manager] as const)
    people.push(await createMember(db, owner, role))
  const root: Node = { ...rootOf(owner), above: null, depth: 0 }
  const folders: Node[] = [root]
  const items: { itemId: number; folder: Node }[] = []
  for (let n = 0; n < 14; n += 1) {
    const above = pick(folders.filter(({ depth }) => depth < 2))
    const made = await createFolder(db, above, { creator: pick([owner, ...people]) })
    const folder = { ...made, above, depth: above.depth + 1 }
    folders.push(folder)
    items.push({ itemId: made.itemId, folder })
    if (roll(2) === 0) {
      const file = await createFile(db, made, { creator: pick([owner, ...people]) })
      items.push({ itemId: file.itemId, folder })
    }
  }
  for (const person of people)
    for (let n = 0; n < 5; n += 1)
      await assign(db, { itemId: pick(items).itemId }, person, pick([ROLE.editor, ROLE.viewer, null]))
  return { owner, people, root, folders, items, pick }
}

async function rolesOf(person: TestUser): Promise<Map<number, number | null>> {
  return new Map((await visibleItems(test.db, person.actor).execute()).map(({ id, role }) => [id, role]))
}

describe('R1 a move, deletion or restore is published to every user whose role it changes, and to few others', () => {
  it.each([1, 2, 3, 4])('on random tree %i', async (seed) => {
    const { owner, people, root, folders, items, pick } = await createTree(seed)
    const excluded = await test.db.selectFrom('item_roles').selectAll().where('is_excluded', '=', true).execute()

    const check = async (top: Node, what: 'move' | 'trash' | 'restore', act: () => Promise<unknown>) => {
      const inside = items.filter(({ folder }) => isIn(folder, top)).map(({ itemId }) => itemId)
      const before = await Promise.all(people.map(rolesOf))
      const last = await test.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirst()
      await act()
      const after = await Promise.all(people.map(rolesOf))
      const events = await test.db
        .selectFrom('events')
        .select('data')
        .where('type', '=', 'access.changed')
        .where('id', '>', last?.id ?? 0)
        .execute()
      const published = new Set(events.flatMap(({ data }) => (data as { user_ids: number[] }).user_ids))
      for (const [index, person] of people.entries()) {
        const { workspaceRole } = person.actor
        const [was, is] = [before[index]!, after[index]!]
        // A role that comes only from the workspace does not change when an item goes to the trash and back.
        const own = (role: number | null | undefined) =>
          workspaceRole === ROLE.manager || (workspaceRole === ROLE.member && role === ROLE.viewer) ? undefined : role
        const watched = what === 'move' || workspaceRole === ROLE.guest ? inside : [top.itemId]
        const compared = (roles: Map<number, number | null>, id: number) =>
          what === 'move' ? roles.get(id) : own(roles.get(id))
        const changed = watched.some((id) => (compared(was, id) ?? null) !== (compared(is, id) ?? null))
        const isExcluded =
          workspaceRole === ROLE.guest &&
          excluded.some((row) => row.user_id === person.id && inside.includes(row.item_id))
        const expected = changed ? [true] : isExcluded || what !== 'move' ? [true, false] : [false]
        expect([what, top.itemId, person.id, expected]).toEqual([
          what,
          top.itemId,
          person.id,
          expect.arrayContaining([published.has(person.id)]),
        ])
      }
    }

    const top = pick(folders.filter(({ depth }) => depth > 0))
    const destination = pick(folders.filter((folder) => !isIn(folder, top) && folder !== top.above && folder.depth < 2))
    await check(top, 'move', () =>
      test.succeed(
        moveItems,
        {
          params: { id: root.itemId, destinationId: destination.itemId },
          body: { target_item_ids: [top.itemId] },
        },
        owner,
      ),
    )
    await check(top, 'trash', () => test.succeed(deleteItem, { params: { id: top.itemId } }, owner))
    await check(top, 'restore', () => test.succeed(restoreItems, { body: { item_ids: [top.itemId] } }, owner))
  })
})
