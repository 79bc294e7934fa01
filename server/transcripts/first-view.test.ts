import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, createFile, createFolder, rootOf, type TestFile, type TestFolder } from '../test/factories/items.ts'
import { createTranscript, createTranscriptOf } from '../test/factories/transcripts.ts'
import { openTrash } from '../test/factories/trash.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openPageApp } from '../test/open-page-app.ts'
import type { TestApp } from '../test/open-test-app.ts'

const STYLES = [{ path: String.raw`^/projects/\d+/files/\d+$`, files: ['/assets/file.css', '/assets/file.js'] }]
let test: TestApp
let open: Awaited<ReturnType<typeof openPageApp>>['open']
let close: () => Promise<void>
let owner: TestOwner
let folder: TestFolder
let file: TestFile
beforeAll(async () => {
  ;({ test, open, close } = await openPageApp(STYLES))
  owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createFile(test.db, folder, { creator: owner })
  await createTranscriptOf(test.db, file, ['本日はお忙しいところ、', '</template><script>alert(1)</script>'])
})
afterAll(() => close())

function pathOf(at: Pick<TestFile, 'id' | 'projectId'>) {
  return `/projects/${at.projectId}/files/${at.id}`
}

describe('the first view of the file page', () => {
  it('W2 has the beginning of the transcript, with the styles of the page, before the app', async () => {
    const { statusCode, cache, body } = await open(pathOf(file), owner)
    expect([statusCode, cache]).toEqual([200, 'private, no-store'])
    expect(body).toMatch(/<div id="first-view" aria-hidden="true"><template shadowrootmode="closed">/)
    expect(body).toContain('<link rel="stylesheet" href="/assets/file.css"><style>')
    expect(body).toContain('<p class="kaiwa-text" lang="ja">本日はお忙しいところ、</p>')
    expect(body.indexOf('first-view')).toBeLessThan(body.indexOf('id="root"'))
  })

  it('contains text as text', async () => {
    const { body } = await open(pathOf(file), owner)
    expect(body).toContain('&lt;/template&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(body).not.toContain('alert(1)</script>')
  })

  it('shows speaker names of the product in the language of the account, not of the browser', async () => {
    const english = await createOwner(test.db, { locale: 'en' })
    const parent = await createFolder(test.db, rootOf(english), { creator: english })
    const own = await createFile(test.db, parent, { creator: english })
    const { speakerIds } = await createTranscript(test.db, own, { blocks: 3 })
    await test.db.updateTable('speakers').set({ name_key: 'speaker:1' }).where('id', '=', speakerIds[0]!).execute()
    const { body } = await open(pathOf(own), english)
    expect(body).toMatch(
      /<h3 class="kaiwa-speaker" style="--speaker: #[0-9a-f]{6}; --initial: &quot;1&quot;">Speaker 1<\/h3>/,
    )
  })

  it('has no more than thirty blocks, and of a long block its beginning', async () => {
    const long = await createFile(test.db, folder, { creator: owner })
    await createTranscriptOf(test.db, long, ['あ'.repeat(90_000), ...Array.from({ length: 50 }, (_, n) => `第${n}回`)])
    const { body } = await open(pathOf(long), owner)
    expect([...body.matchAll(/class="kaiwa-block"/g)]).toHaveLength(30)
    expect(body).toContain(`>${'あ'.repeat(2_000)}</p>`)
  })

  it('is hidden while the sidebar is open, because its width is unknown', async () => {
    const { body } = await open(pathOf(file), owner)
    expect(body).not.toContain(':host { display: none }')
    await test.db
      .updateTable('users')
      .set({ settings: JSON.stringify({ is_section_opened: true }) as never })
      .where('id', '=', owner.id)
      .execute()
    expect((await open(pathOf(file), owner)).body).toContain('@media (min-width: 769px) { :host { display: none } }')
  })
})

describe('a page without a first view', () => {
  it.each<[string, () => Promise<[string, Pick<TestUser, 'token'> | null]>]>([
    ['for a visitor', async () => [pathOf(file), null]],
    ['with an unknown session', async () => [pathOf(file), { token: 'x'.repeat(43) }]],
    ['of another workspace', async () => [pathOf(file), await createOwner(test.db)]],
    [
      'for a guest who does not see the file',
      async () => [pathOf(file), await createMember(test.db, owner, ROLE.guest)],
    ],
    ['with another folder in its path', async () => [`/projects/${owner.rootProjectId}/files/${file.id}`, owner]],
    ['of a file that does not exist', async () => [`/projects/${file.projectId}/files/999999999`, owner]],
    ['at an id beyond the range of the database', async () => [`/projects/${file.projectId}/files/9999999999`, owner]],
    ['with a link to a place', async () => [`${pathOf(file)}?time=30`, owner]],
    ['of the list of folders', async () => ['/projects', owner]],
    [
      'of a recording that is being transcribed',
      async () => {
        const running = await createFile(test.db, folder, { creator: owner, status: 'processing' })
        return [pathOf(running), owner]
      },
    ],
    [
      'of a file in the trash',
      async () => {
        const trashed = await createFile(test.db, folder, { creator: owner })
        await createTranscript(test.db, trashed, { blocks: 2 })
        await openTrash(() => test).remove(trashed, owner)
        return [pathOf(trashed), owner]
      },
    ],
  ])('is sent %s', async (_, given) => {
    const [path, user] = await given()
    const { statusCode, cache, body, hasView } = await open(path, user)
    expect([statusCode, cache, hasView]).toEqual([200, 'no-cache', false])
    expect(body).toContain('<body><div id="root"></div>')
  })

  it('is sent after the rights on the file were revoked', async () => {
    const guest = await createMember(test.db, owner, ROLE.guest)
    const shared = await createFile(test.db, folder, { creator: owner })
    await createTranscript(test.db, shared, { blocks: 2 })
    await assign(test.db, shared, guest, ROLE.viewer)
    expect((await open(pathOf(shared), guest)).hasView).toBe(true)
    await test.db.deleteFrom('item_roles').where('user_id', '=', guest.id).execute()
    expect((await open(pathOf(shared), guest)).hasView).toBe(false)
  })
})
