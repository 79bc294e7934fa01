// The installed app in any browser: manifest, service worker, offline pages, updates, shared files and links.
// Its own window is tested in installed-app-window.test.ts.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, FOLDER_PATH, signOut } from './test/account-steps.ts'
import { actAsInstalledApp, copyBuild, waitForWorker } from './test/installed-app.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let build: Awaited<ReturnType<typeof copyBuild>>
let journey: Journey
let owner: TestOwner
let folder: TestFolder
let visitor: Visitor
let page: Page

beforeAll(async () => {
  build = await copyBuild()
  journey = await startJourney({ KAIWA_WEB: build.folder })
  owner = await createOwner(journey.program.db)
  folder = await createFolder(journey.program.db, rootOf(owner), { creator: owner, name: '共有の録音' })
  visitor = await journey.visit({ as: owner, withServiceWorker: true })
  page = visitor.page
  await visitor.open(`/projects/${folder.projectId}`)
})
afterEach((test) => resetAfterFailure(test, visitor))
afterAll(async () => {
  await journey.end()
  await build.remove()
})

/** Addresses and texts of everything that the browser keeps for the app. */
function readCaches() {
  return page.evaluate(async () => {
    const found: { path: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        found.push({ path: pathname + search, text: (await (await cache.match(request))?.text()) ?? '' })
      }
    }
    return found
  })
}

interface Manifest {
  lang: string
  icons: { src: string; sizes: string; purpose: string }[]
  file_handlers: { action: string; accept: Record<string, string[]> }[]
  [key: string]: unknown
}

describe('the manifest', () => {
  it.each(['ja', 'en'] as const)('is valid, in %s', async (locale) => {
    const stranger = await journey.visit({ locale })
    await stranger.open('/login')
    const session = await stranger.context.newCDPSession(stranger.page)
    const { url, data, errors } = await session.send('Page.getAppManifest')
    expect([new URL(url).pathname, errors]).toEqual([
      locale === 'ja' ? '/manifest.webmanifest' : '/manifest.en.webmanifest',
      [],
    ])
    const manifest = JSON.parse(data ?? '') as Manifest
    expect(manifest).toMatchObject({
      id: '/',
      scope: '/',
      display: 'standalone',
      lang: locale,
      protocol_handlers: [{ protocol: 'web+kaiwa', url: '/open?url=%s' }],
      share_target: { action: '/share-target', method: 'POST', enctype: 'multipart/form-data' },
    })
    const types = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat())
    expect([...new Set(types)].toSorted()).toEqual(LIMITS.uploadExtensions.map((name) => `.${name}`).toSorted())
    const drawn = await stranger.page.evaluate(async (icons) => {
      const sizeOf = async (src: string) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
        return `${width}x${height}`
      }
      return Promise.all(icons.map(({ src }) => sizeOf(src)))
    }, manifest.icons)
    expect(drawn).toEqual(manifest.icons.map(({ sizes }) => sizes))
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
    )
    expect(stranger.errors).toEqual([])
    await stranger.leave()
  })
})

describe('the service worker', () => {
  it('stores the files of the build, and no response of the API', async () => {
    await waitForWorker(page)
    // Each kind of request once more, now through the worker.
    await visitor.open(`/projects/${folder.projectId}`)
    await page.getByRole('heading', { name: folder.name }).waitFor()
    const kept = await readCaches()
    const foreign = kept.filter(({ path }) => !/^\/(?:assets\/|offline$|first\.js$|icon\.svg$|manifest\.)/.test(path))
    expect(foreign.map(({ path }) => path)).toEqual([])
    expect(kept.length).toBeGreaterThan(100)
    expect(kept.filter(({ text }) => text.includes(folder.name) || text.includes(owner.email))).toEqual([])
  })

  it('shows the offline page for any address after a cold start without network, and the wanted page when it is back', async () => {
    await visitor.context.setOffline(true)
    await page.close()
    page = await visitor.context.newPage()
    visitor.page = page
    await page.goto(`/projects/${folder.projectId}`)
    await page.getByRole('heading', { name: 'オフラインです' }).waitFor()
    await page.getByText('この端末に、未完了の録音や下書きはありません。').waitFor()
    expect(await page.getByText(folder.name).count()).toBe(0)
    // The nonce of the page is used once.
    const nonces = new Set<string>()
    for (let count = 0; count < 2; count += 1) {
      const policy = (await (await page.reload())?.headerValue('content-security-policy')) ?? ''
      nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none')
      await page.getByRole('heading', { name: 'オフラインです' }).waitFor()
    }
    expect([nonces.size, nonces.has('none')]).toEqual([2, false])
    await visitor.context.setOffline(false)
    await page.getByRole('heading', { name: folder.name }).waitFor()
  })

  it('shows the offline page while the server is down, and reloads automatically afterwards', async () => {
    await journey.program.kill()
    await page.reload()
    await page.getByRole('heading', { name: 'オフラインです' }).waitFor()
    await journey.program.restart()
    await page.getByRole('heading', { name: folder.name }).waitFor()
  })
})

describe('files from the system', () => {
  /** Shares files like the system does: by a navigation that submits a form. */
  async function share(files: { name: string; type: string; text: string }[]): Promise<void> {
    await page.evaluate((all) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/share-target',
        enctype: 'multipart/form-data',
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
      const transfer = new DataTransfer()
      for (const { name, type, text } of all) transfer.items.add(new File([text], name, { type }))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    }, files)
    await page.waitForURL(/\/shared/)
  }

  it('are shown in the upload dialog, which leaves out other types and asks for the folder', async () => {
    await share([
      { name: '商談.wav', type: 'audio/wav', text: 'RIFF' },
      { name: '会議 2.mp4', type: 'video/mp4', text: 'ftyp' },
      { name: 'メモ.txt', type: 'text/plain', text: 'text' },
      { name: '空.mp3', type: 'audio/mpeg', text: '' },
    ])
    const dialog = page.getByRole('dialog')
    await dialog.getByText('商談.wav').waitFor()
    await dialog.getByText('会議 2.mp4').waitFor()
    const left = dialog.getByRole('alert')
    await left.getByText('メモ.txt').waitFor()
    await left.getByText('空.mp3').waitFor()
    const choice = dialog.getByRole('combobox', { name: 'フォルダ' }).first()
    await expect.poll(() => choice.textContent()).toContain(folder.name)
    // A reload keeps them.
    await page.reload()
    await dialog.getByText('商談.wav').waitFor()
    await button(page, 'キャンセル').click()
    await page.waitForURL(FOLDER_PATH)
    await visitor.navigate('/shared')
    await page.getByText('アップロードするファイルはありません。').waitFor()
  })

  it('are taken from a new window only, not from a script or a frame', async () => {
    const address = await page.evaluate(async () => {
      const form = new FormData()
      form.append('files', new File(['RIFF'], 'fremd.wav'))
      return (await fetch('/share-target', { method: 'POST', body: form })).url
    })
    expect(new URL(address).pathname).toBe('/shared')
    expect(await page.evaluate(() => caches.has('kaiwa-shared'))).toBe(false)
  })

  it('reach a page that says what to do while no service worker is active', async () => {
    const stranger = await journey.visit({ as: owner })
    await stranger.open('/projects')
    const taken = page
    page = stranger.page
    await share([{ name: '商談.wav', type: 'audio/wav', text: 'RIFF' }]).finally(() => (page = taken))
    await stranger.page.getByRole('alert').getByText('このブラウザはまだファイルを受け取れません。').waitFor()
    await stranger.leave()
  })

  it('are deleted when the person signs out', async () => {
    await share([{ name: '秘密.wav', type: 'audio/wav', text: 'RIFF' }])
    await page.getByRole('dialog').getByText('秘密.wav').waitFor()
    await visitor.open('/projects')
    await signOut(page)
    await page.waitForURL(/\/login/)
    await expect.poll(() => page.evaluate(() => caches.has('kaiwa-shared'))).toBe(false)
  })
})

describe('links', () => {
  let stranger: Visitor
  beforeAll(async () => {
    stranger = await journey.visit({ as: await createOwner(journey.program.db) })
  })
  afterAll(async () => {
    expect(stranger.errors).toEqual([])
    await stranger.leave()
  })
  const address = (path: string) =>
    `/application?${new URLSearchParams({ t: 'navigate', p: Buffer.from(path, 'utf8').toString('base64') })}`

  it('APP-01 APP-03 /application opens the app at the path, and a browser without it offers to go on here', async () => {
    await stranger.open(address('/guide?x=会話'))
    const link = stranger.page.getByRole('link', { name: 'アプリを開く' })
    expect(await link.getAttribute('href')).toBe('web+kaiwa://guide?x=%E4%BC%9A%E8%A9%B1')
    await stranger.page.getByText('アプリがインストールされていません').waitFor()
    await stranger.page.getByRole('link', { name: 'このブラウザで続ける' }).click()
    await stranger.page.waitForURL(/\/guide\?x=/)
  })

  it('APP-01 APP-03 in the window of the app, /application and its link lead to the path', async () => {
    await actAsInstalledApp(stranger.page)
    await stranger.open(address('/guide'))
    await stranger.page.waitForURL(/\/guide$/)
    await stranger.navigate(`/open?url=${encodeURIComponent('web+kaiwa://trash')}`)
    await stranger.page.waitForURL(/\/trash$/)
  })

  it.each([
    'web+kaiwa:////evil.example/',
    'web+kaiwa://https://evil.example/',
    'web+kaiwa://javascript:alert(1)',
    'web+kaiwa://%2F%2Fevil.example',
    'web+kaiwa://open?url=web%2Bkaiwa%3A%2F%2Ftrash',
    'javascript:alert(1)',
    'https://evil.example/',
  ])('APP-01 the app does not follow %s', async (link) => {
    await stranger.navigate(`/open?url=${encodeURIComponent(link)}`)
    await stranger.page.getByRole('alert').getByText('このリンクは開けません').waitFor()
    expect(new URL(stranger.page.url()).pathname).toBe('/open')
  })

  it('the shortcut of the search opens it', async () => {
    await stranger.navigate('/search')
    await stranger.page.waitForURL(FOLDER_PATH)
    await stranger.page.getByRole('dialog').getByRole('combobox').waitFor()
  })
})

describe('APP-11 an update', () => {
  it('is noticed, explained with both versions, waits for unsaved work, and breaks no open window', async () => {
    const person = await journey.visit({ withServiceWorker: true })
    const next = '9.9.9-abcdef012345'
    await person.open('/login')
    await waitForWorker(person.page)
    const other = await person.context.newPage()
    await other.goto('/guide')
    await other.getByRole('heading', { level: 1 }).waitFor()

    await journey.program.kill()
    // The update screen is a separate chunk, which no window has loaded.
    await build.release(next, 'UpdatePage')
    await journey.program.restart()

    await person.navigate('/update')
    await person.page.getByText('新しいバージョンがあります。').waitFor()
    const versions = person.page.locator('dl')
    expect(await versions.textContent()).toBe(`使用中のバージョン${build.version}新しいバージョン${next}`)
    await person.page.getByText('更新するとページを読み込み直します。').waitFor()

    // The notice of another page, and unsaved work: here a listener, as those of the editor and of uploads.
    await person.navigate('/guide')
    const notice = person.page.getByRole('status').filter({ hasText: '新しいバージョンがあります。' })
    await notice.waitFor()
    await person.page.evaluate(() => {
      const ask = (event: Event) => event.preventDefault()
      globalThis.addEventListener('beforeunload', ask)
      globalThis.addEventListener('test-saved', () => globalThis.removeEventListener('beforeunload', ask))
    })
    await notice.getByRole('button', { name: '今すぐ更新' }).click()
    await person.page.getByText('終わりしだい更新します').waitFor()
    const shown = () =>
      person.page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="kaiwa-version"]')?.content)
    expect(await shown()).toBe(build.version)
    await person.page.evaluate(() => globalThis.dispatchEvent(new Event('test-saved')))
    await expect.poll(shown).toBe(next)
    expect(new URL(person.page.url()).pathname).toBe('/guide')

    // The other window still has the old version, and loads the chunk that the server no longer has.
    await other.evaluate(() => {
      globalThis.history.pushState({ usr: null, key: 'update', idx: 1 }, '', '/update')
      globalThis.dispatchEvent(new PopStateEvent('popstate', { state: { usr: null, key: 'update', idx: 1 } }))
    })
    await other.getByRole('heading', { name: 'アプリの更新' }).waitFor()
    expect(person.errors).toEqual([])
    await person.leave()
  })
})
