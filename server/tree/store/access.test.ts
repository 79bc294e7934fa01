// Compares the SQL access join with a reference implementation of the access rule in plain code, item by item on random
// trees.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { randomIntegers } from '../../test/random-numbers.ts'
import { visibleItems } from './access.ts'
import type { EffectiveRole } from '../policy.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

async function rolesSeen(user: TestUser): Promise<Map<number, EffectiveRole | null>> {
  const rows = await visibleItems(test.db, user.actor).execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

describe('effective roles', () => {
  let a: TestFolder
  let b: TestFolder
  let c: TestFolder
  const root = () => rootOf(owner)
  beforeAll(async () => {
    a = await createFolder(test.db, root(), { creator: owner })
    b = await createFolder(test.db, a, { creator: owner })
    c = await createFolder(test.db, b, { creator: owner })
  })
  const chain = async (user: TestUser) => {
    const seen = await rolesSeen(user)
    return [root(), a, b, c].map(({ itemId }) => (seen.has(itemId) ? seen.get(itemId) : '-'))
  }
  const { owner: O, manager: M, editor: E, viewer: V } = ROLE

  it('PERM-15 the owner and managers have their role on every item, a member sees every item', async () => {
    expect(await chain(owner)).toEqual([O, O, O, O])
    expect(await chain(await createMember(test.db, owner, ROLE.manager))).toEqual([M, M, M, M])
    expect(await chain(await createMember(test.db, owner, ROLE.member))).toEqual([V, V, V, V])
  })

  it('PERM-14 a guest sees only the items they were invited to and the items below them', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    expect(await chain(guest)).toEqual(['-', '-', '-', '-'])
    await assign(test.db, b, guest, E)
    expect(await chain(guest)).toEqual(['-', '-', E, E])
    await assign(test.db, c, guest, V)
    expect(await chain(guest)).toEqual(['-', '-', E, E])
    await assign(test.db, c, guest, null)
    expect(await chain(guest)).toEqual(['-', '-', E, '-'])
  })

  it('PERM-09 a member with the editor role on an item, or who created it, is editor of it and of everything below it', async () => {
    const member = await createMember(test.db, owner, ROLE.member)
    await assign(test.db, b, member, E)
    expect(await chain(member)).toEqual([V, V, E, E])
    await assign(test.db, c, member, null)
    expect(await chain(member)).toEqual([V, V, E, V])
    const maker = await createMember(test.db, owner, ROLE.member)
    const own = await createFolder(test.db, b, { creator: maker })
    const inside = await createFolder(test.db, own, { creator: owner })
    const seen = await rolesSeen(maker)
    expect([b, own, inside].map(({ itemId }) => seen.get(itemId))).toEqual([V, E, E])
  })

  it('a guest loses access to an item they created after they are detached from it', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, a, guest, E)
    const file = await createFile(test.db, a, { creator: guest })
    expect((await rolesSeen(guest)).get(file.itemId)).toBe(E)
    await assign(test.db, a, guest, null)
    expect((await rolesSeen(guest)).size).toBe(0)
  })

  it('a guest who was invited to one file sees its folder and only this file in it', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    const file = await createFile(test.db, c, { creator: owner })
    await createFile(test.db, c, { creator: owner })
    await assign(test.db, { itemId: file.itemId }, guest, V)
    expect(await rolesSeen(guest)).toEqual(
      new Map([
        [c.itemId, null],
        [file.itemId, V],
      ]),
    )
  })

  it('an owner who became a member gains no role from having created the root', async () => {
    const former = await createOwner(test.db)
    await test.db
      .updateTable('workspace_members')
      .set({ role_id: ROLE.member })
      .where('user_id', '=', former.id)
      .execute()
    const actor = { ...former.actor, workspaceRole: ROLE.member }
    expect(await rolesSeen({ ...former, actor })).toEqual(new Map([[former.rootItemId, V]]))
  })

  it('a user sees no items of another workspace, even if a role was assigned there', async () => {
    const stranger = await createOwner(test.db)
    // The database refuses a role for a user who is not a member of the item's workspace.
    await expect(assign(test.db, a, stranger, E)).rejects.toThrow('item_roles_member')
    expect([...(await rolesSeen(stranger)).keys()]).toEqual([stranger.rootItemId])
    const homeless = { ...stranger.actor, workspaceId: null, workspaceRole: null }
    expect(await visibleItems(test.db, homeless).execute()).toEqual([])
  })
})

interface Node {
  id: number
  parent: number | null
  isProject: boolean
  creator: number
}

describe('PERM-23 the SQL join returns the same roles as the reference rule', () => {
  it.each([1, 2, 3, 4])('on random tree %i', async (seed) => {
    const roll = randomIntegers(seed)
    const boss = await createOwner(test.db)
    const people = [
      await createMember(test.db, boss, ROLE.guest),
      await createMember(test.db, boss, ROLE.guest),
      await createMember(test.db, boss, ROLE.member),
      await createMember(test.db, boss, ROLE.member),
    ]
    const makers = [boss, ...people]
    const nodes = new Map<number, Node>([
      [boss.rootItemId, { id: boss.rootItemId, parent: null, isProject: true, creator: boss.id }],
    ])
    const folders: { folder: TestFolder; depth: number }[] = [{ folder: rootOf(boss), depth: 0 }]
    for (let n = 0; n < 30; n += 1) {
      const above = folders[roll(folders.length)] as (typeof folders)[number]
      const creator = makers[roll(makers.length)] as TestUser
      const isProject = above.depth < 5 && roll(3) > 0
      const made = isProject
        ? await createFolder(test.db, above.folder, { creator })
        : await createFile(test.db, above.folder, { creator })
      nodes.set(made.itemId, { id: made.itemId, parent: above.folder.itemId, isProject, creator: creator.id })
      if ('name' in made) folders.push({ folder: made, depth: above.depth + 1 })
    }
    const given = new Map<string, number | null>()
    const ids = [...nodes.keys()]
    for (const person of people)
      for (let n = 0; n < 8; n += 1) {
        const itemId = ids[roll(ids.length)] as number
        const role = ([ROLE.editor, ROLE.viewer, null, null] as const)[roll(4)] ?? null
        given.set(`${itemId} ${person.id}`, role)
        await assign(test.db, { itemId }, person, role)
      }

    const ruled = (person: TestUser, node: Node): number | undefined => {
      const isMember = person.actor.workspaceRole === ROLE.member
      let best: number | undefined
      for (let at: Node | undefined = node; at; at = at.parent === null ? undefined : nodes.get(at.parent)) {
        const role = given.get(`${at.id} ${person.id}`)
        if (isMember && at.creator === person.id) best = Math.min(best ?? 9, ROLE.editor)
        if (role === null) break
        if (role !== undefined) best = Math.min(best ?? 9, role)
      }
      return best ?? (isMember ? ROLE.viewer : undefined)
    }
    for (const person of people) {
      const expected = new Map<number, number | null>()
      for (const node of nodes.values()) {
        const role = ruled(person, node)
        if (role !== undefined) expected.set(node.id, role)
      }
      if (person.actor.workspaceRole === ROLE.guest)
        for (const node of nodes.values())
          if (!node.isProject && given.get(`${node.id} ${person.id}`) && !expected.has(node.parent ?? 0))
            expected.set(node.parent ?? 0, null)
      const seen = await rolesSeen(person)
      expect([...seen].sort(([a], [b]) => a - b)).toEqual([...expected].sort(([a], [b]) => a - b))
      // A query limited to one folder must return the same roles.
      for (const { folder } of folders) {
        if (!seen.has(folder.itemId)) continue
        const inside = { id: folder.itemId, role: seen.get(folder.itemId) ?? null }
        const rows = await visibleItems(test.db, person.actor, inside).execute()
        const children = [...expected].filter(([id]) => nodes.get(id)?.parent === folder.itemId)
        expect(new Map(rows.map(({ id, role }) => [id, role]))).toEqual(new Map(children))
      }
    }
  })
})
