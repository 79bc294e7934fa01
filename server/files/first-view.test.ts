import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openPageApp } from '../test/open-page-app.ts'
import type { TestApp } from '../test/open-test-app.ts'

const STYLES = [{ path: String.raw`^/projects/\d+$`, files: ['/assets/folder.css'] }]
let test: TestApp
let open: Awaited<ReturnType<typeof openPageApp>>['open']
let close: () => Promise<void>
let owner: TestOwner
let folder: TestFolder
beforeAll(async () => {
  ;({ test, open, close } = await openPageApp(STYLES))
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner, name: '<b>商談</b>' })
  await createFile(test.db, folder, { creator: owner, title: '</template><script>alert(1)</script>' })
  await createFolder(test.db, folder, { creator: owner, name: '北海道支社' })
})
afterAll(() => close())

function pathOf(shown: TestFolder) {
  return `/projects/${shown.projectId}`
}

describe('the first view of the folder page', () => {
  it('W2 has the name and the rows of the folder, folders first, and waits for no style sheet', async () => {
    const { cache, body } = await open(pathOf(folder), owner)
    expect(cache).toBe('private, no-store')
    expect(body).toContain('<template shadowrootmode="closed"><style>')
    const names = [...body.matchAll(/class="name">(.*?)<\/(?:div|span)>/g)].map(([, name]) => name)
    expect(names).toEqual([
      '&lt;b&gt;商談&lt;/b&gt;',
      '北海道支社',
      '&lt;/template&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
    ])
  })

  it('has no more than twenty rows', async () => {
    const long = await createFolder(test.db, rootOf(owner), { creator: owner })
    for (let made = 0; made < 25; made += 1) await createFile(test.db, long, { creator: owner })
    const { body } = await open(pathOf(long), owner)
    expect([...body.matchAll(/class="row"/g)]).toHaveLength(20)
  })

  it('has the label of the search in the language of the account', async () => {
    const english = await createOwner(test.db, { locale: 'en' })
    const own = await createFolder(test.db, rootOf(english), { creator: english })
    await createFile(test.db, own, { creator: english })
    expect((await open(pathOf(own), english)).body).toContain('>Search in this folder and below</div>')
    expect((await open(pathOf(folder), owner)).body).toContain('>このフォルダ以下を検索</div>')
  })
})

/** The texts of a first view without its style sheet, in reading order. */
function textsOf(body: string): string[] {
  const [, html = ''] = /<\/style>(.*)<\/template>/s.exec(body) ?? []
  return html.split(/<[^>]*>/).filter((text) => text.trim() !== '')
}

describe('the first view of the Report tab', () => {
  async function createReport(creator: TestOwner): Promise<TestFolder> {
    const reported = await createFolder(test.db, rootOf(creator), { creator, name: '<i>営業</i>' })
    const file = await createFile(test.db, reported, { creator, title: '<b>初回</b>' })
    const { transcriptId, speakerIds } = await createTranscript(test.db, file, { blocks: 12 })
    await test.db
      .updateTable('blocks')
      .set({ content: '<script>alert(1)</script>', sentiment: 1 })
      .where('transcript_id', '=', transcriptId)
      .where('position', '=', '0')
      .execute()
    await test.db.updateTable('blocks').set({ sentiment: 0 }).where('position', '>', '0').execute()
    await test.db
      .updateTable('speakers')
      .set({ name: '<u>山田</u>' })
      .where('id', '=', speakerIds[0] ?? 0)
      .execute()
    return reported
  }
  let reported: TestFolder
  beforeAll(async () => (reported = await createReport(owner)))
  const reportOf = (shown: TestFolder) => `${pathOf(shown)}?tab=3`

  it('W2 has the totals and the first rows of the report, and no HTML of names and texts', async () => {
    const { cache, body } = await open(reportOf(reported), owner)
    expect(cache).toBe('private, no-store')
    expect(body).toContain('<template shadowrootmode="closed"><style>')
    const texts = textsOf(body)
    expect(texts.slice(0, 20).join(' ')).toBe(
      '&lt;i&gt;営業&lt;/i&gt; 集計 話者 ポジティブ ニュートラル 合計 &lt;u&gt;山田&lt;/u&gt; 1 5 6 話者2 – 6 6 合計 1 11 12 一覧 12件',
    )
    expect(texts.slice(20, 26).join(' ')).toBe(
      '00:00 &lt;b&gt;初回&lt;/b&gt; U &lt;u&gt;山田&lt;/u&gt; ポジティブ &lt;script&gt;alert(1)&lt;/script&gt;',
    )
    expect(body.match(/class="row"/g)).toHaveLength(10)
  })

  it('has its words in the language of the account', async () => {
    const english = await createOwner(test.db, { locale: 'en' })
    const { body } = await open(reportOf(await createReport(english)), english)
    expect(textsOf(body)).toEqual(
      expect.arrayContaining(['Totals', 'Speakers', 'Positive', 'Neutral', 'Total', 'Rows', '12 rows']),
    )
  })

  it.each<[string, () => Promise<[string, Pick<TestUser, 'token'> | null]>]>([
    ['for a visitor', async () => [reportOf(reported), null]],
    ['of another workspace', async () => [reportOf(reported), await createOwner(test.db)]],
    [
      'for a guest who does not see it',
      async () => [reportOf(reported), await createMember(test.db, owner, ROLE.guest)],
    ],
    ['with a filter', async () => [`${reportOf(reported)}&emotion=positive`, owner]],
    ['without rows', async () => [reportOf(folder), owner]],
  ])('is not sent %s', async (_, given) => {
    const { cache, hasView } = await open(...(await given()))
    expect([cache, hasView]).toEqual(['no-cache', false])
  })

  it('has only the rows of files that a guest sees, and nothing after the rights were revoked', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    const other = await createFile(test.db, reported, { creator: owner, title: '共有した録音' })
    await createTranscript(test.db, other, { blocks: 1 })
    await assign(test.db, other, guest, ROLE.viewer)
    const { body } = await open(reportOf(reported), guest)
    expect(body).toContain('共有した録音')
    expect(body).not.toContain('初回')
    await test.db.deleteFrom('item_roles').where('user_id', '=', guest.id).execute()
    expect((await open(reportOf(reported), guest)).hasView).toBe(false)
  })
})

describe('a page without a first view', () => {
  it.each<[string, () => Promise<[string, Pick<TestUser, 'token'> | null]>]>([
    ['for a visitor', async () => [pathOf(folder), null]],
    ['with an unknown session', async () => [pathOf(folder), { token: 'x'.repeat(43) }]],
    ['of another workspace', async () => [pathOf(folder), await createOwner(test.db)]],
    ['for a guest who does not see it', async () => [pathOf(folder), await createMember(test.db, owner, ROLE.guest)]],
    ['of the root, which shows the home', async () => [`/projects/${owner.rootProjectId}`, owner]],
    ['of a folder that does not exist', async () => ['/projects/999999999', owner]],
    ['with a search', async () => [`${pathOf(folder)}?query=x`, owner]],
    ['of an empty folder', async () => [pathOf(await createFolder(test.db, rootOf(owner), { creator: owner })), owner]],
    [
      'of a folder in the trash',
      async () => {
        const trashed = await createFolder(test.db, rootOf(owner), { creator: owner })
        await createFile(test.db, trashed, { creator: owner })
        await openTrash(() => test).remove(trashed, owner)
        return [pathOf(trashed), owner]
      },
    ],
  ])('is sent %s', async (_, given) => {
    const { cache, hasView } = await open(...(await given()))
    expect([cache, hasView]).toEqual(['no-cache', false])
  })

  it('is sent after the rights on the folder were revoked, and shows a guest only what they see', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    const shared = await createFolder(test.db, rootOf(owner), { creator: owner })
    const file = await createFile(test.db, shared, { creator: owner, title: '共有した録音' })
    await assign(test.db, shared, guest, ROLE.viewer)
    expect((await open(pathOf(shared), guest)).body).toContain('共有した録音')
    expect((await open(pathOf(folder), guest)).hasView).toBe(false)
    await test.db.deleteFrom('item_roles').where('user_id', '=', guest.id).execute()
    expect([file.projectId, (await open(pathOf(shared), guest)).hasView]).toEqual([shared.projectId, false])
  })
})
