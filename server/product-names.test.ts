// The names that the product makes, as readers of both languages get them, from the creation of their rows to a rename.
import { login } from '@kaiwa/contract/accounts.ts'
import * as notifications from '@kaiwa/contract/notifications.ts'
import * as sharing from '@kaiwa/contract/sharing.ts'
import * as speakers from '@kaiwa/contract/speakers.ts'
import * as tags from '@kaiwa/contract/tags.ts'
import { renameFile } from '@kaiwa/contract/files.ts'
import { nameIn, PRODUCT_NAMES } from '@kaiwa/contract/product-names.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { listTrash } from '@kaiwa/contract/trash.ts'
import * as workspace from '@kaiwa/contract/workspace.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up } from './migrations/0043_name_keys.ts'
import { insertAutomaticSpeakers } from './speakers/store/speakers.ts'
import { exportFile, importFile } from './test/factories/exchange-calls.ts'
import { createFile, createFolder, rootOf, type TestFile, type TestFolder } from './test/factories/items.ts'
import { openSharing } from './test/factories/sharing-calls.ts'
import { createTranscript } from './test/factories/transcripts.ts'
import { createMember, createOwner, PASSWORD, type TestOwner, type TestUser } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'
import { shownName } from './tree/store/shown-name.ts'

let test: TestApp
let ja: TestOwner
let en: TestUser
let folder: TestFolder
let file: TestFile
let speakerIds: number[]
beforeAll(async () => {
  test = await openTestApp()
  ja = await createOwner(test.db)
  en = await createMember(test.db, ja, ROLE.manager, { locale: 'en' })
  folder = await createFolder(test.db, rootOf(ja), { creator: ja, name: 'サンプル' })
  file = await createFile(test.db, folder, { creator: ja, title: '商談サンプル', name_key: 'sample-call' })
  const made = await createTranscript(test.db, file, { blocks: 4 })
  await test.db.updateTable('projects').set({ name_key: 'sample-folder' }).where('id', '=', folder.projectId).execute()
  const { workspaceId, projectId } = folder
  speakerIds = await test.db
    .transaction()
    .execute((trx) => insertAutomaticSpeakers(trx, { workspaceId, projectId, count: 2 }))
  for (const [index, id] of speakerIds.entries())
    await test.db
      .updateTable('blocks')
      .set({ speaker_id: id })
      .where('speaker_id', '=', made.speakerIds[index] ?? 0)
      .execute()
  await test.db.deleteFrom('speakers').where('id', 'in', made.speakerIds).execute()
})
afterAll(() => test.close())

const { mailsTo, invite } = openSharing(
  () => test,
  () => ({ owner: ja, folder }),
)

async function renameSpeaker(id: number, name: string, as: TestUser) {
  const form = new FormData()
  form.set('name', name)
  const request = new Response(form)
  const answer = await test.http.inject({
    method: 'POST',
    url: `/api/speakers/${id}`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<{ name: string }>().name
}

/** The names of the same rows in every answer that contains them. */
async function namesFor(as: TestUser) {
  const { projectId } = folder
  const tree = await test.succeed(workspace.getTree, {}, as)
  const project = await test.succeed(workspace.getProject, { params: { id: projectId }, query: { speakers: '1' } }, as)
  const list = (id: number, query: string) =>
    test.succeed(workspace.listFiles, { params: { id }, query: { query, order_by: 'name' } }, as)
  const transcript = await test.succeed(getTranscript, { params: { fileId: file.id } }, as)
  const { data: listed } = await test.succeed(
    speakers.listFolderSpeakers,
    { params: { projectId }, query: { kind: 'all' } },
    as,
  )
  return {
    tree: [tree.all_items[0]?.name, tree.all_items[0]?.children[0]?.name],
    breadcrumb: project.breadcrumb.map(({ name }) => name),
    speakersOfFolder: project.project_speakers.map(({ name }) => name),
    figures: listed.map(({ name, only_file: only }) => [name, only?.title]),
    rows: (await list(ja.rootProjectId, '')).data.map(({ title }) => title),
    files: (await list(projectId, '')).data.map(({ title }) => title),
    transcript: [...new Set(Object.values(transcript.blocks).map(({ speaker }) => speaker?.name))],
    export: (await exportFile(test, { file, owner: ja }, 'format=txt', as)).text
      .match(/話者\d|Speaker \d/g)
      ?.slice(0, 2),
  }
}

const inJapanese = {
  tree: ['ワークスペース', 'サンプル'],
  breadcrumb: ['ワークスペース', 'サンプル'],
  speakersOfFolder: ['話者1', '話者2'],
  figures: [
    ['話者1', '商談サンプル'],
    ['話者2', '商談サンプル'],
  ],
  rows: ['サンプル'],
  files: ['商談サンプル'],
  transcript: ['話者1', '話者2'],
  export: ['話者1', '話者2'],
}
const inEnglish = {
  tree: ['Workspace', 'Samples'],
  breadcrumb: ['Workspace', 'Samples'],
  speakersOfFolder: ['Speaker 1', 'Speaker 2'],
  figures: [
    ['Speaker 1', 'Sample sales call'],
    ['Speaker 2', 'Sample sales call'],
  ],
  rows: ['Samples'],
  files: ['Sample sales call'],
  transcript: ['Speaker 1', 'Speaker 2'],
  export: ['Speaker 1', 'Speaker 2'],
}

it('the statement and the function name every key alike', async () => {
  const keys = [
    ...Object.keys(PRODUCT_NAMES).map((kind) => (kind === 'speaker' ? 'speaker:7' : kind)),
    'recordings-of:A: B',
    'unknown',
    null,
  ]
  for (const locale of ['ja', 'en'] as const) {
    const { rows } = await sql<{ name: string }>`
      select ${shownName({ locale }, 'given')} as name
      from unnest(${keys}::text[]) with ordinality row (name_key, position)
      cross join lateral (select row.name_key, 'given' as name) given order by position`.execute(test.db)
    expect(rows.map(({ name }) => name)).toEqual(keys.map((name_key) => nameIn(locale, { name: 'given', name_key })))
  }
})

it('each reader gets the names in their language, in every list', async () => {
  expect(await namesFor(ja)).toEqual(inJapanese)
  expect(await namesFor(en)).toEqual(inEnglish)
})

it('the language of the page comes before that of the account', async () => {
  const read = async (language: string) => {
    const { body } = await test.call(workspace.getTree, {}, ja, { headers: { 'accept-language': language } })
    return body.all_items[0]?.name
  }
  const signedIn = await test.call(login, { body: { email: ja.email, password: PASSWORD } }, undefined, {
    headers: { 'accept-language': 'en' },
  })
  expect(signedIn.body.all_items[0]?.name).toBe('Workspace')
  expect([await read('en'), await read('ja'), await read('fr')]).toEqual([
    'Workspace',
    'ワークスペース',
    'ワークスペース',
  ])
})

it('search finds the names that the reader sees', async () => {
  const find = async (query: string, as: TestUser) => {
    const rows = await test.succeed(
      workspace.listFiles,
      { params: { id: ja.rootProjectId }, query: { query, order_by: 'name' } },
      as,
    )
    const folders = await test.succeed(workspace.listProjects, { query: { query } }, as)
    const { data } = await test.succeed(
      speakers.listFolderSpeakers,
      { params: { projectId: folder.projectId }, query: { kind: 'all', query } },
      as,
    )
    return [rows.data.map(({ title }) => title), folders.data.map(({ name }) => name), data.map(({ name }) => name)]
  }
  expect(await find('サンプル', ja)).toEqual([['サンプル', '商談サンプル'], ['サンプル'], []])
  expect(await find('samples', ja)).toEqual([[], [], []])
  expect(await find('sample', en)).toEqual([['Samples', 'Sample sales call'], ['Samples'], []])
  expect(await find('サンプル', en)).toEqual([[], [], []])
  expect([(await find('話者1', ja))[2], (await find('Speaker 1', ja))[2]]).toEqual([['話者1'], []])
  expect([(await find('speaker 1', en))[2], (await find('話者1', en))[2]]).toEqual([['Speaker 1'], []])
})

it('mails, invitations, notifications and the trash name rows in the language of their reader', async () => {
  const guest = await createMember(test.db, ja, ROLE.guest, { locale: 'en' })
  await invite(guest.email, ROLE.viewer, ja, rootOf(ja))
  expect((await mailsTo(guest.email))[0]?.text_body).toContain('shared the folder "Workspace" with you')
  const { data: notices } = await test.succeed(notifications.listNotifications, {}, guest)
  expect(notices.map(({ item }) => item.name)).toEqual(['Workspace'])
  const stranger = 'stranger-of-names@kaiwa.example'
  await invite(stranger, ROLE.viewer, en, folder)
  const text = (await mailsTo(stranger))[0]?.text_body ?? ''
  expect(text).toContain('"Samples"')
  const token = new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
  const opened = async (language: string) =>
    (
      await test.call(sharing.verifyInvitation, { query: { token } }, undefined, {
        headers: { 'accept-language': language },
      })
    ).body.item.name
  expect([await opened('en'), await opened('ja')]).toEqual(['Samples', 'サンプル'])
  const gone = await createFolder(test.db, rootOf(ja), { creator: ja, name: '消すフォルダ' })
  const inside = await createFolder(test.db, gone, { creator: ja, name: '中' })
  await test.succeed(workspace.deleteItem, { params: { id: inside.itemId } }, ja)
  const places = async (as: TestUser) =>
    (await test.succeed(listTrash, { query: {} }, as)).data.map(({ place }) => place.join(' / '))
  expect([await places(ja), await places(en)]).toEqual([
    ['ワークスペース / 消すフォルダ'],
    ['Workspace / 消すフォルダ'],
  ])
  await test.succeed(workspace.deleteItem, { params: { id: gone.itemId } }, ja)
  expect((await places(en)).toSorted()).toEqual(['Workspace', 'Workspace / 消すフォルダ'])
})

it('an import takes the speakers of the product by their names in any language', async () => {
  const before = await test.succeed(
    speakers.listFolderSpeakers,
    { params: { projectId: folder.projectId }, query: {} },
    ja,
  )
  const { text } = await exportFile(test, { file, owner: ja }, 'format=json', en)
  const document = JSON.parse(text) as { recording: { id: string } }
  const sent = JSON.stringify({ ...document, recording: { ...document.recording, id: 'of-another-installation' } })
  const checked = await importFile(test, { file, owner: ja }, sent, {}, { path: '/check' })
  expect(checked.body.speakers).toEqual([
    { name: 'Speaker 1', is_new: false },
    { name: 'Speaker 2', is_new: false },
  ])
  expect((await importFile(test, { file, owner: ja }, sent, { revision: '1' })).status).toBe(200)
  const after = await test.succeed(
    speakers.listFolderSpeakers,
    { params: { projectId: folder.projectId }, query: {} },
    ja,
  )
  expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id))
})

it('the first category of tags has a name of the product', async () => {
  const body = { name: '重要', appearance: '#FF0000' }
  const { tag_category_id: id } = await test.succeed(
    tags.createFolderTag,
    { params: { projectId: folder.projectId }, body },
    en,
  )
  const names = async (as: TestUser) => (await test.succeed(tags.listTagCategories, {}, as)).map(({ name }) => name)
  expect([await names(ja), await names(en)]).toEqual([['タグ'], ['Tags']])
  await test.succeed(tags.renameTagCategory, { params: { categoryId: id }, body: { name: 'Topics' } }, en)
  expect(await names(ja)).toEqual(['Topics'])
})

it('a rename replaces the name for everybody, and the name that the person saw is no rename', async () => {
  const at = { id: folder.itemId }
  await test.succeed(workspace.renameItem, { params: at, body: { name: 'Samples' } }, en)
  await test.succeed(
    renameFile,
    { params: { projectId: folder.projectId, id: file.id }, body: { title: '商談サンプル' } },
    ja,
  )
  expect(await renameSpeaker(speakerIds[0] ?? 0, 'Speaker 1', en)).toBe('Speaker 1')
  expect(await namesFor(ja)).toEqual(inJapanese)
  expect(await namesFor(en)).toEqual(inEnglish)
  await test.succeed(workspace.renameItem, { params: at, body: { name: 'サンプル' } }, en)
  await test.succeed(renameFile, { params: { projectId: folder.projectId, id: file.id }, body: { title: 'Call' } }, ja)
  await renameSpeaker(speakerIds[0] ?? 0, '話者9', en)
  const renamed = {
    breadcrumb: [expect.any(String), 'サンプル'],
    files: ['Call'],
    transcript: expect.arrayContaining(['話者9']),
  }
  expect(await namesFor(ja)).toMatchObject(renamed)
  expect(await namesFor(en)).toMatchObject(renamed)
})

it('the migration gives keys only to rows that users cannot have named', async () => {
  const owner = await createOwner(test.db)
  const typed = await createFolder(test.db, rootOf(owner), { creator: owner, name: 'Workspace' })
  const { workspaceId, rootProjectId: projectId } = owner
  const ids = await test.db
    .transaction()
    .execute((trx) => insertAutomaticSpeakers(trx, { workspaceId, projectId, count: 4 }))
  const [automatic = 0, english = 0, edited = 0, manual = 0] = ids
  const change = (id: number, set: { name?: string; last_edited_at?: Date; is_manual?: boolean }) =>
    test.db.updateTable('speakers').set(set).where('id', '=', id).execute()
  await change(english, { name: 'Speaker 2' })
  await change(edited, { last_edited_at: new Date() })
  await change(manual, { is_manual: true })
  const undo = new Error('undo')
  const found = { speakers: [] as unknown[], roots: [] as unknown[] }
  const migrated = test.db.transaction().execute(async (trx) => {
    for (const table of ['projects', 'files', 'speakers', 'tag_categories'])
      await sql`alter table ${sql.table(table)} drop column name_key`.execute(trx)
    await sql`alter table trash drop column place_keys`.execute(trx)
    await up(trx as unknown as Kysely<unknown>)
    const keys = await trx.selectFrom('speakers').select('name_key').where('id', 'in', ids).orderBy('id').execute()
    const roots = [owner.rootProjectId, typed.projectId]
    const named = await trx.selectFrom('projects').select('name_key').where('id', 'in', roots).orderBy('id').execute()
    found.speakers = keys.map(({ name_key }) => name_key)
    found.roots = named.map(({ name_key }) => name_key)
    throw undo
  })
  await expect(migrated).rejects.toBe(undo)
  expect(automatic).toBeGreaterThan(0)
  expect(found).toEqual({ speakers: ['speaker:1', 'speaker:2', null, null], roots: ['workspace', null] })
})
