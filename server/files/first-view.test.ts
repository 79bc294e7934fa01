import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
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
