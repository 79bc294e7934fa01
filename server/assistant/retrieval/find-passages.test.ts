import { ROLE } from '@kaiwa/contract/roles.ts'
import { normalise } from '@kaiwa/language'
import { queryTerms } from '@kaiwa/ranking/query-terms.ts'
import { rankTexts } from '@kaiwa/ranking/rank-texts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../../test/factories/items.ts'
import { fillWorkspace } from '../../test/factories/large-workspace.ts'
import { createTranscriptOf } from '../../test/factories/transcripts.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { findProject } from '../../tree/store/items.ts'
import { findCandidates } from '../store/passages.ts'
import { findPassages, rankBlocks } from './find-passages.ts'

let test: TestApp
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
})
afterAll(() => test.close())

const BUDGET = { maxPassages: 5, maxLength: 1000 }

async function record(folder: TestFolder, texts: readonly string[], creator: TestUser = owner): Promise<TestFile> {
  const file = await createFile(test.db, folder, { creator })
  await createTranscriptOf(test.db, file, texts)
  return file
}

async function passages(
  question: string,
  files: readonly TestFile[],
  { as = owner, speakerIds = [] }: { as?: TestUser; speakerIds?: readonly number[] } = {},
) {
  const scope = { actor: as.actor, files: { ids: files.map(({ id }) => id) }, speakerIds }
  const found = await findPassages(test.db, scope, question, BUDGET)
  return found.map(({ fileId, blocks }) => ({
    file: files.findIndex(({ id }) => id === fileId),
    texts: blocks.map(({ content }) => content),
    matches: blocks.filter(({ isMatch }) => isMatch).map(({ content }) => content),
  }))
}

it('finds the passages of several files with their neighbours, best first', async () => {
  const folder = rootOf(owner)
  const one = await record(folder, ['おはようございます。', '価格の話です。', '三万円です。', 'では。'])
  const two = await record(folder, ['ｶｶｸではなく価格と納期です。', '来週です。'])
  expect(await passages('価格と納期について何と言っていましたか？', [one, two])).toEqual([
    { file: 1, texts: ['ｶｶｸではなく価格と納期です。', '来週です。'], matches: ['ｶｶｸではなく価格と納期です。'] },
    { file: 0, texts: ['おはようございます。', '価格の話です。', '三万円です。'], matches: ['価格の話です。'] },
  ])
  expect(await passages('品質', [one, two])).toEqual([])
  expect(await passages('', [one, two])).toEqual([])
})

it('finds English words by their stems', async () => {
  const file = await record(rootOf(owner), ['We met.', 'Two companies asked about pricing.', 'He accompanied us.'])
  const [passage] = await passages('Which company mentioned the price?', [file])
  expect(passage?.matches).toEqual(['Two companies asked about pricing.'])
})

it('returns uuid, times, speaker and file of each block', async () => {
  const file = await record(rootOf(owner), ['価格です。'])
  const scope = { actor: owner.actor, files: { ids: [file.id] }, speakerIds: [] }
  const [passage] = await findPassages(test.db, scope, '価格', BUDGET)
  expect(passage?.blocks).toEqual([
    {
      block_id: expect.any(Number),
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      transcript_id: expect.any(Number),
      file_id: file.id,
      speaker_id: null,
      start_time: 0,
      end_time: 1,
      content: '価格です。',
      isMatch: true,
    },
  ])
})

it('leaves out blocks and neighbours of other speakers', async () => {
  const file = await record(rootOf(owner), ['値引の話です。', '値引は一割です。', '値引はしません。'])
  const speaker = await test.db
    .insertInto('speakers')
    .values({ workspace_id: owner.workspaceId, name: '田中', is_manual: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await test.db
    .updateTable('blocks')
    .set({ speaker_id: speaker.id })
    .where('content', '=', '値引は一割です。')
    .execute()
  const found = await passages('値引', [file], { speakerIds: [speaker.id] })
  expect(found).toEqual([{ file: 0, texts: ['値引は一割です。'], matches: ['値引は一割です。'] }])
})

it('finds only what the actor sees: roles, exclusions, the trash, other workspaces, unfinished transcripts', async () => {
  const [open, closed] = [
    await createFolder(test.db, rootOf(owner), { creator: owner }),
    await createFolder(test.db, rootOf(owner), { creator: owner }),
  ]
  const guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, rootOf(owner), guest, ROLE.viewer)
  await assign(test.db, closed, guest, null)
  const stranger = await createOwner(test.db)
  const text = ['違約金の話です。']
  const files = [
    await record(open, text),
    await record(closed, text),
    await record(rootOf(stranger), text, stranger),
    await record(open, text),
    await record(open, text),
  ]
  await test.db.updateTable('transcripts').set({ status: 'processing' }).where('file_id', '=', files[3]!.id).execute()
  const seenBy = async (as: TestUser) => (await passages('違約金', files, { as })).map(({ file }) => file).toSorted()
  expect(await seenBy(owner)).toEqual([0, 1, 4])
  expect(await seenBy(guest)).toEqual([0, 4])
  expect(await seenBy(stranger)).toEqual([2])
  await assign(test.db, open, guest, null)
  expect(await seenBy(guest)).toEqual([])
})

it('searches everything below a folder', async () => {
  const above = await createFolder(test.db, rootOf(owner), { creator: owner })
  const inner = await createFolder(test.db, above, { creator: owner })
  await record(inner, ['保証期間は一年です。'])
  await record(rootOf(owner), ['保証期間は二年です。'])
  const { path } = await findProject(test.db, owner.actor, above.projectId)
  const found = await findPassages(
    test.db,
    { actor: owner.actor, files: { below: path }, speakerIds: [] },
    '保証期間',
    BUDGET,
  )
  expect(found.flatMap(({ blocks }) => blocks.map(({ content }) => content))).toEqual(['保証期間は一年です。'])
})

it('reads texts with all terms of one of the sets, as many as it may', async () => {
  const file = await record(rootOf(owner), [
    '契約書の保管庫です。',
    '契約書です。',
    '保管庫です。',
    '契約書は保管庫にあります。',
  ])
  const terms = queryTerms('契約書 保管庫')
  const scope = { actor: owner.actor, files: { ids: [file.id] }, speakerIds: [] }
  const search = { terms, holding: terms.map(() => 1), total: 100, averageLength: 10, limit: 20 }
  const read = async (maxTexts?: number) => {
    const lookup = [terms]
    const { found } = await findCandidates(test.db, scope, { ...search, lookup, ...(maxTexts ? { maxTexts } : {}) })
    return found.map(({ normal }) => normal).toSorted()
  }
  expect(await read()).toEqual(['契約書の保管庫です。', '契約書は保管庫にあります。'])
  expect(await read(1)).toHaveLength(1)
})

it('finds with the index 95 % of the best 20 blocks of a full ranking', async () => {
  const large = await createOwner(test.db)
  await fillWorkspace(test.db, rootOf(large), { creator: large, blocks: 8000 })
  const { path } = await findProject(test.db, large.actor, large.rootProjectId)
  const scope = { actor: large.actor, files: { below: path }, speakerIds: [] }
  const all = await test.db
    .selectFrom('blocks')
    .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
    .innerJoin('files', 'files.id', 'transcripts.file_id')
    .select(['blocks.id', 'blocks.content'])
    .where('files.workspace_id', '=', large.workspaceId)
    .orderBy('blocks.id')
    .execute()
  const normals = all.map(({ content }) => normalise(content))
  let [expected, found] = [0, 0]
  for (const { content } of all.filter((_, index) => index % 800 === 7)) {
    const question = `${content.slice(0, 20)}について教えてください`
    const best = rankTexts(queryTerms(question), normals)
      .slice(0, 20)
      .map(({ index }) => all[index]!.id)
    const ranked = new Set((await rankBlocks(test.db, scope, question)).slice(0, 20).map(({ id }) => id))
    expected += best.length
    found += best.filter((id) => ranked.has(id)).length
  }
  expect(expected).toBeGreaterThan(150)
  expect(found / expected).toBeGreaterThanOrEqual(0.95)
})
