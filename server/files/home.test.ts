import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { deleteFile, renameFile } from '@kaiwa/contract/files.ts'
import { getHome, type Home } from '@kaiwa/contract/home.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import * as sharing from '@kaiwa/contract/sharing.ts'
import { deleteItem, moveItems } from '@kaiwa/contract/workspace.ts'
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { assign, createFile, createFolder, fillFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { openListener } from '../test/factories/listeners.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { findFirstSteps } from './store/home.ts'

let test: TestApp
let owner: TestOwner
let sales: TestFolder
beforeAll(async () => {
  test = await openTestApp({ roles: ['api', 'realtime', 'worker'] })
})
beforeEach(async () => {
  owner = await createOwner(test.db)
  sales = await createFolder(test.db, rootOf(owner), { creator: owner, name: '営業' })
})
afterAll(() => test.close())

function home(as: TestUser = owner): Promise<Home> {
  return test.succeed(getHome, {}, as)
}

function titles(files: Home['recent']): string[] {
  return files.map(({ title }) => title)
}

/** Creates a file that was changed this many minutes ago. */
function put(
  title: string,
  minutes: number,
  status: 'processed' | 'failed' | 'processing' | 'waiting' | 'uploaded' = 'processed',
  folder = sales,
) {
  const at = new Date(Date.now() - minutes * 60_000)
  return createFile(test.db, folder, { creator: owner, title, status, last_updated_at: at })
}

function share(item: { itemId: number }, to: TestUser, by: TestUser = owner) {
  const body = { to_email: to.email, temp_role_id: ROLE.viewer } as const
  return test.succeed(sharing.inviteMember, { params: { itemId: item.itemId }, body }, by)
}

const NOTHING = { recent: [], running: [], running_total: 0, shared: [] }
const NO_STEPS = { sample: null, has_uploaded: false, has_invited: false }

describe('recent and running', () => {
  it('a new workspace has an empty home', async () => {
    expect(await home()).toEqual({ ...NOTHING, first_steps: NO_STEPS })
  })

  it('lists the last six files of all folders by their last change, with folder, picture, duration and status', async () => {
    const deeper = await createFolder(test.db, sales, { creator: owner, name: '4月' })
    for (let n = 1; n <= 6; n += 1) await put(`${n}`, n, n === 2 ? 'failed' : 'processed')
    await put('newest', 0, 'processed', deeper)
    const { recent } = await home()
    expect(titles(recent)).toEqual(['newest', '1', '2', '3', '4', '5'])
    expect(recent[0]).toMatchObject({
      folder: { id: deeper.projectId, name: '4月' },
      duration: 60,
      status: 'processed',
      thumbnail: expect.stringMatching(/\/thumbnail\.jpg$/),
      thumbnail_kind: 'normal',
      can: expect.objectContaining({ rename: true }),
    })
    expect(recent[2]?.status).toBe('failed')
  })

  it('lists files in upload and processing apart, at most six, with the number of all', async () => {
    await put('done', 0)
    const states = ['waiting', 'uploaded', 'processing'] as const
    for (let n = 1; n <= 8; n += 1) await put(`${n}`, n, states[n % 3])
    const { recent, running, running_total: total } = await home()
    expect(titles(recent)).toEqual(['done'])
    expect([titles(running), total]).toEqual([['1', '2', '3', '4', '5', '6'], 8])
    expect(running[0]).toMatchObject({ status: 'uploaded', folder: { name: '営業' }, estimate_completed_at: null })
  })

  it('contains nothing that is in the trash or in another workspace', async () => {
    const stranger = await createOwner(test.db)
    const gone = await createFolder(test.db, sales, { creator: owner })
    await put('in a deleted folder', 0, 'processed', gone)
    await put('running in a deleted folder', 0, 'failed', gone)
    const file = await put('deleted', 1)
    await put('kept', 2)
    await test.succeed(deleteItem, { params: { id: gone.itemId } }, owner)
    await test.succeed(deleteFile, { params: { projectId: sales.projectId, id: file.id } }, owner)
    expect(titles((await home()).recent)).toEqual(['kept'])
    expect(titles((await home(stranger)).recent)).toEqual([])
  })

  it.each<[string, (guest: TestUser, other: TestFolder) => Promise<unknown>, string[]]>([
    ['without a role', async () => undefined, []],
    ['of the folder', (guest) => assign(test.db, sales, guest, ROLE.viewer), ['one', 'two']],
    ['of one file', async (guest) => assign(test.db, await put('only this', 0), guest, ROLE.viewer), ['only this']],
    [
      'of the root, who is excluded from the folder',
      async (guest) => {
        await assign(test.db, rootOf(owner), guest, ROLE.viewer)
        await assign(test.db, sales, guest, null)
      },
      ['elsewhere'],
    ],
  ])('a guest %s sees only what they may see', async (_who, give, seen) => {
    const other = await createFolder(test.db, rootOf(owner), { creator: owner })
    await put('one', 1)
    await put('two', 2)
    await put('elsewhere', 3, 'processed', other)
    await put('hidden work', 3, 'processing', await createFolder(test.db, rootOf(owner), { creator: owner }))
    const guest = await createMember(test.db, owner, ROLE.guest)
    await give(guest, other)
    const { recent, running, running_total: total } = await home(guest)
    expect(titles(recent)).toEqual(seen)
    // The guest of the root sees every folder from which they are not excluded.
    const sees = seen.includes('elsewhere') ? ['hidden work'] : []
    expect([titles(running), total]).toEqual([sees, sees.length])
  })

  it('loses a folder together with the right, by detaching and by a move', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    const inner = await createFolder(test.db, sales, { creator: owner })
    const outside = await createFolder(test.db, rootOf(owner), { creator: owner })
    await put('moved away', 1, 'processed', inner)
    await put('stays', 2)
    await share(sales, guest)
    expect(titles((await home(guest)).recent)).toEqual(['moved away', 'stays'])
    await test.succeed(
      moveItems,
      { params: { id: sales.itemId, destinationId: outside.itemId }, body: { target_item_ids: [inner.itemId] } },
      owner,
    )
    expect(titles((await home(guest)).recent)).toEqual(['stays'])
    await test.succeed(sharing.detachEditor, { params: { itemId: sales.itemId }, query: { user_id: guest.id } }, owner)
    expect(await home(guest)).toEqual({ ...NOTHING, first_steps: NO_STEPS })
  })
})

it('a change far below the root is sent to everyone with the root open, and to guests who see only the file', async () => {
  const deeper = await createFolder(test.db, sales, { creator: owner })
  const file = await put('old name', 1, 'processed', deeper)
  const guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, file, guest, ROLE.viewer)
  const atRoot = await openListener(test, folderChannel(owner.rootProjectId), owner)
  const ofGuest = await openListener(test, userChannel(guest.id), guest)
  const params = { projectId: deeper.projectId, id: file.id }
  await test.succeed(renameFile, { params, body: { title: 'new name' } }, owner)
  await vi.waitFor(() => expect(atRoot.received).toContain('recordings-changed'), { timeout: 20_000 })
  await vi.waitFor(() => expect(ofGuest.received).toContain('recordings-changed'), { timeout: 20_000 })
  // The file's own events stay in its folder: the root is not reloaded with every estimate.
  expect(atRoot.received).not.toContain('file-updated')
  atRoot.leave()
  ofGuest.leave()
})

describe('shared', () => {
  const names = async (as: TestUser) => (await home(as)).shared.map(({ name }) => name)

  it('lists folders and files that others gave to the reader, newest first, with who gave them and when', async () => {
    const manager = await createMember(test.db, owner, ROLE.manager)
    const member = await createMember(test.db, owner, ROLE.member)
    const file = await put('商談', 1)
    await share(sales, member)
    await share(file, member, manager)
    const { shared } = await home(member)
    expect(shared).toEqual([
      {
        item_id: file.itemId,
        is_project: false,
        resource_id: file.id,
        project_id: sales.projectId,
        name: '商談',
        shared_by: expect.objectContaining({ id: manager.id }),
        shared_at: expect.stringMatching(/Z$/),
      },
      {
        item_id: sales.itemId,
        is_project: true,
        resource_id: sales.projectId,
        project_id: sales.projectId,
        name: '営業',
        shared_by: expect.objectContaining({ id: owner.id }),
        shared_at: expect.stringMatching(/Z$/),
      },
    ])
    expect(await names(owner)).toEqual([])
    expect(await names(manager)).toEqual([])
  })

  it('keeps the giver when another person changes the role, and takes the new one after the role had ended', async () => {
    const manager = await createMember(test.db, owner, ROLE.manager)
    const guest = await createMember(test.db, owner, ROLE.guest)
    const change = (role_id: 4 | 5, by: TestUser) =>
      test.succeed(
        sharing.updateMemberRole,
        { params: { itemId: sales.itemId }, body: { user_id: guest.id, role_id } },
        by,
      )
    const giver = async () => (await home(guest)).shared.map(({ shared_by: by }) => by?.id)
    await share(sales, guest)
    await change(ROLE.editor, manager)
    expect(await giver()).toEqual([owner.id])
    await test.succeed(sharing.detachEditor, { params: { itemId: sales.itemId }, query: { user_id: guest.id } }, owner)
    expect(await giver()).toEqual([])
    await share(sales, guest, manager)
    expect(await giver()).toEqual([manager.id])
  })

  it.each<[string, (guest: TestUser) => Promise<unknown>, string[]]>([
    ['that is in the trash', () => test.succeed(deleteItem, { params: { id: sales.itemId } }, owner), []],
    ['from which the reader was excluded', (guest) => assign(test.db, sales, guest, null), []],
    [
      'of a person who left the workspace',
      (guest) => test.db.deleteFrom('workspace_members').where('user_id', '=', guest.id).execute(),
      [],
    ],
    ['of an unknown giver', async () => test.db.updateTable('item_roles').set({ given_by: null }).execute(), ['営業']],
  ])('an item %s', async (_which, change, seen) => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await share(sales, guest)
    expect(await names(guest)).toEqual(['営業'])
    await change(guest)
    expect(await names(guest)).toEqual(seen)
  })

  it('shows six, and neither the root nor what belongs to the reader', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    await assign(test.db, rootOf(owner), guest, ROLE.viewer)
    await assign(test.db, await createFolder(test.db, sales, { creator: guest, name: 'own' }), guest, ROLE.editor)
    for (let n = 1; n <= 7; n += 1)
      await share(await createFolder(test.db, sales, { creator: owner, name: `${n}` }), guest)
    expect(await names(guest)).toEqual(['7', '6', '5', '4', '3', '2'])
  })
})

describe('first steps', () => {
  const steps = async (as: TestUser) => (await home(as)).first_steps

  it('are done by what exists, for each person', async () => {
    const manager = await createMember(test.db, owner, ROLE.manager)
    const guest = await createMember(test.db, owner, ROLE.guest)
    await put('first', 1)
    expect([await steps(owner), await steps(manager)]).toEqual([{ ...NO_STEPS, has_uploaded: true }, NO_STEPS])
    await share(sales, guest, manager)
    expect([await steps(manager), await steps(guest)]).toEqual([{ ...NO_STEPS, has_invited: true }, NO_STEPS])
    const newcomer = { email: 'new@colleague.example' } as TestUser
    await share(sales, newcomer)
    expect(await steps(owner)).toEqual({ ...NO_STEPS, has_uploaded: true, has_invited: true })
  })

  it('a sample counts for those who see it, and is no upload', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    const sample = await createFile(test.db, sales, { creator: owner, engine: 'reference' })
    const seen = { id: sample.id, project_id: sales.projectId }
    expect([await steps(owner), await steps(guest)]).toEqual([{ ...NO_STEPS, sample: seen }, NO_STEPS])
    await test.succeed(deleteFile, { params: { projectId: sales.projectId, id: sample.id } }, owner)
    expect(await steps(owner)).toEqual(NO_STEPS)
  })
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

it('the first steps of a person without invitations do not read the invitations of other people', async () => {
  await sql`insert into invitations (workspace_id, email, role_id, token_hash, invited_by, accepted_by, accepted_at)
    select ${owner.workspaceId}, n || '@kaiwa.example', ${ROLE.member}, sha256(('first step ' || n)::bytea), ${owner.id}, ${owner.id}, now()
    from generate_series(1, 2000) n`.execute(test.db)
  await sql`analyze invitations`.execute(test.db)
  const { actor } = await createMember(test.db, owner, ROLE.member)
  await test.db.transaction().execute(async (trx) => {
    expect(await findFirstSteps(trx, actor)).toMatchObject({ has_invited: false })
    const { rows } = await sql`
      select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'invitations'`.execute(trx)
    expect(rows).toEqual([{ read: 0 }])
  })
})

const INDEXES = ['files_recent', 'files_running']

describe('with 8,000 files', () => {
  it.each([
    ['owner', ROLE.manager, null],
    ['member', ROLE.member, null],
    ['guest of the root', ROLE.guest, 'root'],
    ['guest of one folder', ROLE.guest, 'sales'],
  ] as const)('the home of the %s reads the last files from an index', async (_who, role, given) => {
    const full = await createFolder(test.db, rootOf(owner), { creator: owner })
    await fillFolder(test.db, full, { creator: owner, count: 8000 })
    await put('running', 1, 'processing')
    await put('last', 1)
    for (const table of ['items', 'files', 'projects', 'item_roles'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(test.db)
    const reader = await createMember(test.db, owner, role)
    if (given !== null) await assign(test.db, given === 'root' ? rootOf(owner) : sales, reader, ROLE.viewer)
    const nodes: RootOperationNode[] = []
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const plain = test.app.db
    test.app.db = plain.withPlugin(recorder)
    try {
      await home(reader)
    } finally {
      test.app.db = plain
    }
    const statements = nodes
      .map((node) => plain.getExecutor().compileQuery(node, createQueryId()))
      .filter(({ sql: text }) => text.includes('folder_name') || text.includes('shared_by'))
    expect(statements).toHaveLength(3)
    for (const statement of statements) {
      const { sql: text, parameters } = statement
      const query = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
      const { rows } = await test.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(query)
      const steps = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => flat(plan)))
      const scanned = steps.filter((step) => step['Node Type'] === 'Seq Scan').map((step) => step['Relation Name'])
      expect(scanned).not.toContain('files')
      expect(scanned).not.toContain('items')
      if (text.includes('folder_name'))
        expect(steps.map((step) => step['Index Name'])).toContain(INDEXES[statements.indexOf(statement)])
    }
  })
})
