// The rules of roles and seats exist once in SQL and once as pure functions. On random trees both must agree: roles for
// all items of one person (the access join) and for all people of one item (`findItemMembers`), seats for the workspace.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { moveItems } from '@kaiwa/contract/workspace.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, createOwner, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { effectiveRole, type RoleSources, roleSourcesOn, type Step, visibleItems } from '../../tree/store/access.ts'
import { findItemMembers } from '../store/item-members.ts'
import { seatOf } from '../../billing/store/seats.ts'
import { readUsage } from '../../billing/store/usage.ts'
import { currentSeat } from '../seats/seats-of-roles.ts'

const { editor: EDITOR, viewer: VIEWER, manager: MANAGER, member: MEMBER, guest: GUEST } = ROLE

let test: TestApp
let owner: TestOwner
let people: TestUser[]
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  people = [owner]
  for (const role of [MANAGER, MEMBER, MEMBER, GUEST, GUEST] as const)
    people.push(await createMember(test.db, owner, role))
})
afterAll(() => test.close())

interface Node {
  id: number
  parent: Node | null
  isProject: boolean
  creator: number
}
interface Given {
  role: 4 | 5 | null
  isExcluded: boolean
}

function depthOf(node: Node): number {
  return node.parent ? depthOf(node.parent) + 1 : 0
}

function pathOf(node: Node): string {
  return node.parent ? `${pathOf(node.parent)}_${node.id}` : String(node.id)
}

function isWithin(node: Node | null, above: Node): boolean {
  return node !== null && (node === above || isWithin(node.parent, above))
}

function keyOf(node: Node, person: TestUser) {
  return `${node.id} ${person.id}`
}

/** The sources of the person's role on the node, by the pure rule. */
function roleSourcesOf(node: Node, person: TestUser, given: ReadonlyMap<string, Given>): RoleSources {
  const way: Step[] = []
  for (let at: Node | null = node; at; at = at.parent) {
    const own = given.get(keyOf(at, person))
    way.unshift({
      role: own?.role ?? null,
      isExcluded: own?.isExcluded ?? false,
      isCreator: at.creator === person.id,
    })
  }
  return roleSourcesOn(person.actor.workspaceRole!, way)
}

const trees = fc.record({
  nodes: fc.array(fc.record({ parent: fc.nat(99), isProject: fc.boolean(), creator: fc.nat(5) }), {
    minLength: 2,
    maxLength: 10,
  }),
  roles: fc.array(
    fc.record({
      node: fc.nat(99),
      // Everyone except the owner, to whom no role can be assigned.
      person: fc.integer({ min: 1, max: 5 }),
      given: fc.constantFrom<Given>(
        { role: EDITOR, isExcluded: false },
        { role: VIEWER, isExcluded: false },
        { role: null, isExcluded: true },
        { role: EDITOR, isExcluded: true },
        { role: VIEWER, isExcluded: true },
      ),
    }),
    { maxLength: 14 },
  ),
  move: fc.option(fc.record({ node: fc.nat(99), to: fc.nat(99) })),
})
type Tree = typeof trees extends fc.Arbitrary<infer T> ? T : never

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T
}

async function insertTree({ nodes: wanted, roles }: Tree) {
  const { rows: ids } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('items', 'id'))::integer as id from generate_series(1, ${wanted.length}::integer)
  `.execute(test.db)
  const nodes: Node[] = [{ id: owner.rootItemId, parent: null, isProject: true, creator: owner.id }]
  for (const [index, { parent, isProject, creator }] of wanted.entries()) {
    const above = pick(
      nodes.filter((node) => node.isProject && depthOf(node) < 4),
      parent,
    )
    nodes.push({ id: ids[index]!.id, parent: above, isProject, creator: pick(people, creator).id })
  }
  const rows = nodes.slice(1)
  await sql`
    insert into items (id, workspace_id, parent_id, path, depth, is_project, creator_id) overriding system value
    select id, ${owner.workspaceId}, parent, path, depth, is_project, creator
    from unnest(${rows.map(({ id }) => id)}::integer[], ${rows.map(({ parent }) => parent?.id)}::integer[],
      ${rows.map(pathOf)}::text[], ${rows.map(depthOf)}::integer[], ${rows.map(({ isProject }) => isProject)}::boolean[],
      ${rows.map(({ creator }) => creator)}::integer[]) as node (id, parent, path, depth, is_project, creator)
  `.execute(test.db)
  await sql`
    insert into projects (item_id, workspace_id, name)
    select id, workspace_id, 'フォルダ' from items
    where workspace_id = ${owner.workspaceId} and is_project and parent_id is not null
  `.execute(test.db)
  await sql`
    insert into files (item_id, project_id, workspace_id, title, file_name, video_id, is_audio, status, original_size)
    select items.id, coalesce(above.id, root.id), items.workspace_id, '録音', 'a.mp3', gen_random_uuid(), true, 'processed', 1
    from items left join projects above on above.item_id = items.parent_id
    join projects root on root.item_id = ${owner.rootItemId}
    where items.workspace_id = ${owner.workspaceId} and not items.is_project
  `.execute(test.db)
  const given = new Map<string, Given>()
  for (const { node, person, given: role } of roles) given.set(keyOf(pick(nodes, node), pick(people, person)), role)
  const entries = [...given].map(([key, role]) => ({ ids: key.split(' ').map(Number), ...role }))
  await sql`
    insert into item_roles (item_id, workspace_id, user_id, role_id, is_excluded)
    select item, ${owner.workspaceId}, person, role, is_excluded
    from unnest(${entries.map(({ ids: [item] }) => item)}::integer[], ${entries.map(({ ids: [, person] }) => person)}::integer[],
      ${entries.map(({ role }) => role)}::integer[], ${entries.map(({ isExcluded }) => isExcluded)}::boolean[])
      as given (item, person, role, is_excluded)
  `.execute(test.db)
  return { nodes, given }
}

/** Moves a node through the API if the destination accepts it. */
async function moveNode(nodes: readonly Node[], move: NonNullable<Tree['move']>): Promise<void> {
  const node = pick(nodes, move.node)
  const to = pick(
    nodes.filter(({ isProject }) => isProject),
    move.to,
  )
  const levels = Math.max(...nodes.filter((one) => isWithin(one, node)).map(depthOf)) - depthOf(node)
  if (!node.parent || isWithin(to, node) || depthOf(to) + 1 + levels > 5 || (!node.isProject && !to.parent)) return
  const params = { id: owner.rootItemId, destinationId: to.id }
  await test.succeed(moveItems, { params, body: { target_item_ids: [node.id] } }, owner)
  node.parent = to
}

async function clear(): Promise<void> {
  await sql`delete from items where workspace_id = ${owner.workspaceId} and parent_id is not null`.execute(test.db)
  await sql`delete from item_roles where workspace_id = ${owner.workspaceId}`.execute(test.db)
}

it('PERM-23 for all people of an item and for all items of a person the role is the same, on random trees', async () => {
  let moved = 0
  const property = fc.asyncProperty(trees, async (tree) => {
    await clear()
    const { nodes, given } = await insertTree(tree)
    if (tree.move) {
      const before = nodes.map(pathOf)
      await moveNode(nodes, tree.move)
      moved += nodes.some((node, index) => pathOf(node) !== before[index]) ? 1 : 0
    }
    const seen = new Map<number, Map<number, number | null>>()
    for (const person of people) {
      const rows = await visibleItems(test.db, person.actor).execute()
      seen.set(person.id, new Map(rows.map(({ id, role }) => [id, role])))
    }
    for (const node of nodes) {
      const here = new Map((await findItemMembers(test.db, node.id)).map((person) => [person.id, person]))
      for (const [index, person] of people.entries()) {
        const standing = roleSourcesOf(node, person, given)
        const expected = effectiveRole(standing)
        const label = `${pathOf(node)} person ${index}`
        expect([label, here.get(person.id)]).toEqual([label, expect.objectContaining(standing)])
        expect([label, 'of the person', seen.get(person.id)?.get(node.id) ?? null]).toEqual([
          label,
          'of the person',
          expected,
        ])
      }
    }
  })
  await fc.assert(property, { numRuns: 220 })
  // Most moves must be executed, not skipped.
  expect(moved).toBeGreaterThan(20)
})

it('BILL-30 the seats counted in SQL are those of the pure rule, on random trees', async () => {
  const counts = new Set<string>()
  const property = fc.asyncProperty(trees, async (tree) => {
    await clear()
    const { nodes, given } = await insertTree(tree)
    const seats = people.map((person) => {
      const roles = nodes.flatMap((node) => given.get(keyOf(node, person))?.role ?? [])
      return seatOf(person.actor.workspaceRole, roles.length > 0 ? Math.min(...roles) : null)
    })
    const expected = {
      editors: seats.filter((seat) => seat === 'editor').length,
      viewers: seats.filter((seat) => seat === 'viewer').length,
    }
    expect(await readUsage(test.db, owner.workspaceId)).toMatchObject(expected)
    const here = new Map(
      (await findItemMembers(test.db, owner.rootItemId)).map((person) => [person.id, currentSeat(person)]),
    )
    expect(people.map(({ id }) => here.get(id))).toEqual(seats)
    counts.add(`${expected.editors} ${expected.viewers}`)
  })
  await fc.assert(property, { numRuns: 60 })
  // The trees must give the two guests different seats.
  expect(counts.size).toBeGreaterThan(3)
})
