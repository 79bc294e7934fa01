// WCAG 2.2 AA by axe on every page and in its dialogs, in both languages and both themes. A page is opened once and looked at
// twice: all rules in Japanese and light; then, where it stands, in English and dark, what texts and colours can change.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import { createFile, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createTranscript } from '@kaiwa/server/test/factories/transcripts.ts'
import { createOwner, createUser, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

declare const axe: { run: (context: Document, options: unknown) => Promise<AxeResults> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let journey: Journey
let owner: TestOwner
let newcomer: TestOwner
let outsider: TestUser
let folder: TestFolder
let empty: TestFolder
let file: string

beforeAll(async () => {
  // Without a worker, what is being processed stays so.
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
  const { db } = journey.program
  owner = await createOwner(db)
  newcomer = await createOwner(db, { isVisited: false })
  outsider = await createUser(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: '商談' })
  empty = await createFolder(db, rootOf(owner), { creator: owner, name: '空のフォルダ' })
  const talk = await createFile(db, folder, { creator: owner, title: '初回訪問' })
  const { transcriptId } = await createTranscript(db, talk, { blocks: 60 })
  await tagFile(talk.id, transcriptId)
  file = `/projects/${talk.projectId}/files/${talk.id}`
  const nothing = { is_playable: false, has_thumbnail: false }
  await createFile(db, folder, { creator: owner, title: '電話', is_audio: true })
  await createFile(db, folder, {
    creator: owner,
    title: '失敗',
    status: 'failed',
    failed_reason: 'timeout',
    ...nothing,
  })
  await createFile(db, folder, { creator: owner, title: '処理中', status: 'processing', ...nothing })
  await createFile(db, folder, { creator: owner, title: '中止', status: 'canceled', ...nothing })
})
afterAll(() => journey.end())

/** A tag on the first block's first words. */
const tagFile = async (fileId: number, transcriptId: number): Promise<void> => {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${journey.program.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.json()
  }
  const { id: tag_id } = await call('POST', `files/${fileId}/tags`, { name: '課題' })
  const { transcript, blocks } = await call('GET', `files/${fileId}/transcript`)
  const block_uuid = transcript.block_order[0]
  const text = blocks[block_uuid].content.slice(0, 5)
  const range = { block_uuid, tag_id, offset: 0, text, tag_uuid: randomUUID() }
  await call('POST', `transcripts/${transcriptId}/tags`, { ranges: [range] })
}

// Menus are drawn at the end of the body, outside of every landmark: the focus leads there and back.
const region = { enabled: false }
/** The rules whose answer may differ with the language or with the colours; all others look at the structure alone. */
const GUISE = [
  ['color-contrast', 'link-in-text-block', 'target-size'],
  ['html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title', 'page-has-heading-one', 'empty-heading'],
  ['button-name', 'link-name', 'image-alt', 'label', 'label-title-only', 'input-button-name', 'select-name'],
  ['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-treeitem-name'],
  ['aria-meter-name', 'aria-progressbar-name', 'aria-tooltip-name', 'landmark-unique', 'image-redundant-alt'],
].flat()

/** What is judged of a page in each of its guises. */
const LOOKS = [
  { locale: 'ja', colorScheme: 'light', options: { runOnly: TAGS, rules: { region } } },
  { locale: 'en', colorScheme: 'dark', options: { runOnly: { type: 'rule', values: GUISE } } },
] as const

/** What axe finds on the page as it stands: rule and place. */
const violations = async (page: Page, options: object): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (asked) => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...asked })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, options)
}

/** As if the choice had been made in another tab: the page follows it where it stands. */
const speak = async (page: Page, locale: string): Promise<void> => {
  if ((await page.locator('html').getAttribute('lang')) === locale) return
  await page.evaluate((chosen) => {
    localStorage.setItem('kaiwa.locale', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'kaiwa.locale' }))
  }, locale)
  await page.locator(`html[lang=${locale}]`).waitFor({ state: 'attached' })
}
const wear = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
  // Colours on their way from one theme to the other are neither's.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

type State = { name: string; path: () => string; ready: (page: Page) => Promise<void> }
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor()
const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const outcome = (address: RegExp) => async (page: Page) => {
  await page.waitForURL(address)
  await heading(page)
}

const publicStates: State[] = [
  { name: 'login', path: () => '/login', ready: heading },
  {
    name: 'login refused',
    path: () => '/login',
    ready: async (page) => {
      await page.getByRole('textbox').first().fill('nobody@kaiwa.example')
      await page.locator('input[type=password]').fill('Wrong-one1!')
      await page.locator('button[type=submit]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'register with the hint open',
    path: () => '/register',
    ready: async (page) => {
      await page.locator('input[type=password]').focus()
      await page.getByRole('list').waitFor()
    },
  },
  {
    name: 'refused by the other sign-in',
    path: () => '/login/google/callback?error=access_denied',
    ready: outcome(/\/login$/),
  },
  { name: 'way back into the app', path: () => '/login/google/app?code=x&state=x', ready: heading },
  { name: 'second step', path: () => '/login/second-step', ready: heading },
  { name: 'a new address that fails', path: () => '/change-email/verify?token=x', ready: outcome(/failed$/) },
  { name: 'a new address', path: () => '/change-email/verify/success', ready: heading },
  { name: 'mail to a new address again', path: () => '/change-email/resend', ready: heading },
  { name: 'register complete', path: () => '/register/complete', ready: heading },
  { name: 'a verification that fails', path: () => '/accounts/verify?token=x', ready: outcome(/failed$/) },
  { name: 'verified', path: () => '/accounts/verify/success', ready: heading },
  { name: 'resend', path: () => '/accounts/verify/resend', ready: heading },
  { name: 'resend failed', path: () => '/accounts/verify/resend/failed', ready: heading },
  { name: 'password reset', path: () => '/reset-password', ready: heading },
  { name: 'password reset sent', path: () => '/reset-password/sent', ready: heading },
  { name: 'new password', path: () => '/reset-password/change?token=x&expires=9999999999', ready: heading },
  { name: 'expired link', path: () => '/reset-password/change?token=x&expires=1', ready: heading },
  { name: 'password is set', path: () => '/reset-password/complete', ready: heading },
  { name: 'waiting for a login mail', path: () => '/verify/magic-link?email=a@kaiwa.example', ready: heading },
  {
    name: 'dead login link',
    path: () => '/verify/login-magic?token=x&email=a@kaiwa.example',
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'dead registration link',
    path: () => '/verify/register-magic?token=x&email=a@kaiwa.example',
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'way into the app that leads nowhere', path: () => '/application', ready: heading },
  { name: 'answer of Google, in the app', path: () => '/login/google/app?code=x', ready: heading },
  { name: 'answer of Google that is none', path: () => '/login/google/callback', ready: outcome(/login$/) },
  { name: 'guide', path: () => '/guide', ready: heading },
  {
    name: 'page of the guide',
    path: () => '/guide/start',
    ready: (page) => page.locator('main img').first().waitFor(),
  },
  { name: 'keys in the guide', path: () => '/guide/keys', ready: (page) => page.getByRole('table').first().waitFor() },
  {
    name: 'dead invitation',
    path: () => '/verify/join-project?token=none',
    ready: outcome(/\/verify\/join-project\/invite-member\/failed/),
  },
  { name: 'invitation failed', path: () => '/verify/join-project/invite-member/failed', ready: heading },
  { name: 'UI-08 error', path: () => '/error', ready: heading },
  { name: 'UI-08 not found', path: () => '/nowhere', ready: heading },
]

const privateStates: State[] = [
  {
    name: 'account',
    path: () => '/mypage/profile',
    ready: (page) => page.getByRole('listitem').first().waitFor(),
  },
  { name: 'members', path: () => '/mypage/member', ready: (page) => page.getByRole('table').waitFor() },
  { name: 'usage', path: () => '/mypage/usage', ready: (page) => page.getByRole('table').waitFor() },
  { name: 'trash', path: () => '/trash', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'folder', path: () => `/projects/${folder.projectId}`, ready: (page) => page.getByRole('table').waitFor() },
  {
    name: 'empty folder',
    path: () => `/projects/${empty.projectId}`,
    ready: (page) =>
      page
        .getByRole('heading', { level: 2 })
        .or(page.getByText(/何もありません|Nothing in this folder/))
        .first()
        .waitFor(),
  },
  {
    name: 'account menu',
    path: () => `/projects/${folder.projectId}`,
    ready: async (page) => {
      await button(page, /^アカウントメニュー$|^Account menu$/)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'row menu',
    path: () => `/projects/${folder.projectId}`,
    ready: async (page) => {
      await button(page, /^初回訪問のメニュー$|^Menu of 初回訪問$/)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'new folder',
    path: () => `/projects/${folder.projectId}`,
    ready: async (page) => {
      await button(page, /^フォルダを作成$|^New folder$/)
      await dialog(page)
    },
  },
  {
    name: 'chosen recording',
    path: () => `/projects/${folder.projectId}`,
    ready: async (page) => {
      const chooser = page.waitForEvent('filechooser')
      await button(page, /^アップロード$|^Upload$/)
      await (
        await chooser
      ).setFiles([
        { name: '会議.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      ])
      await dialog(page)
    },
  },
  { name: 'file', path: () => file, ready: (page) => page.locator('.kaiwa-block').first().waitFor() },
  {
    name: 'file being searched',
    path: () => `${file}?search=${encodeURIComponent('議事録')}`,
    ready: (page) => page.getByText(/^1\/\d+$/).waitFor(),
  },
  {
    name: 'question before deleting a file',
    path: () => file,
    ready: async (page) => {
      await button(page, /^ファイルを削除$|^Delete the file$/)
      await dialog(page)
    },
  },
  {
    name: 'edit mode, with find and replace',
    path: () => file,
    ready: async (page) => {
      await button(page, /^編集$|^Edit$/)
      await button(page, /^検索と置換$|^Find and replace$/)
      await dialog(page)
    },
  },
  {
    name: 'history',
    path: () => file,
    ready: async (page) => {
      await button(page, /^変更履歴$|^History$/)
      await page.getByRole('button', { name: /^自動文字起こし|^Automatic transcript/ }).click()
      await page.getByRole('region', { name: /^変更内容$|^What was changed$/ }).waitFor()
    },
  },
  {
    name: 'speakers to choose from',
    path: () => file,
    ready: async (page) => {
      await page.locator('.kaiwa-speaker-name').first().click()
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'tags for what is selected, and tags beside the text',
    path: () => file,
    ready: async (page) => {
      await page.locator('.kaiwa-block').first().waitFor()
      const list = page.getByRole('complementary', { name: /^使用中のタグ$|^Tags in use$/ })
      const toggle = page.getByRole('button', { name: /^使用中のタグ$|^Tags in use$/, expanded: false })
      if (await toggle.isVisible()) await toggle.click()
      await list.getByRole('listitem').first().waitFor()
      await page.locator('.kaiwa-text').nth(1).click({ clickCount: 3 })
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'menu of a tag',
    path: () => file,
    ready: async (page) => {
      await button(page, /の操作$|^Actions on /)
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'passages of a tag',
    path: () => file,
    ready: async (page) => {
      await button(page, /件の箇所を表示$|show the passages$/)
      await dialog(page)
    },
  },
  {
    name: 'tags tab with its numbers',
    path: () => file,
    ready: async (page) => {
      await page.getByRole('tab').nth(1).click()
      await page.getByText(/^表$|^Table$/).click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'form of a speaker',
    path: () => file,
    ready: async (page) => {
      await page.locator('.kaiwa-speaker-name').first().click()
      await button(page, /^話者を編集$|^Edit speaker$/)
      await dialog(page)
    },
  },
  {
    name: 'merging speakers, and sections beside the text',
    path: () => file,
    ready: async (page) => {
      await page.locator('.kaiwa-block').first().waitFor()
      const toggle = page.getByRole('button', { name: /^セクションを表示$|^Show sections$/ })
      if (await toggle.isVisible()) await toggle.click()
      await button(page, /^話者で絞り込む|^Filter by speaker/)
      await page.getByRole('menuitem').first().click()
      await dialog(page)
    },
  },
  {
    name: 'speaker filter, and sections beside the text',
    path: () => file,
    ready: async (page) => {
      await page.getByRole('complementary', { name: /^(セクション（|Section \()/ }).waitFor()
      await button(page, /^話者で絞り込む|^Filter by speaker/)
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
]

const newcomerStates: State[] = [
  { name: 'welcome', path: () => '/', ready: dialog },
  {
    name: 'end of the welcome, with the first folder',
    path: () => '/projects',
    ready: async (page) => {
      await dialog(page)
      for (let step = 0; step < 3; step += 1) await button(page, /^次へ$|^Next$/)
      await page.getByRole('textbox', { name: /^フォルダ名$|^Folder name$/ }).waitFor()
    },
  },
]

/** Nobody's workspace: what somebody without a plan sees. */
const outsiderStates: State[] = [
  { name: 'no plan', path: () => '/', ready: heading },
  { name: 'no access', path: () => `/projects/${folder.projectId}`, ready: heading },
]

const groups = [
  { who: 'nobody', as: () => undefined, states: publicStates },
  { who: 'somebody', as: () => owner, states: privateStates },
  { who: 'somebody new', as: () => newcomer, states: newcomerStates },
  { who: 'somebody without a workspace', as: () => outsider, states: outsiderStates },
]

describe.each(groups)('seen by $who', ({ as, states }) => {
  let visitor: Visitor
  beforeAll(async () => {
    const person = as()
    visitor = await journey.visit(person ? { as: person } : {})
  })
  afterAll(() => visitor.leave())

  it.each(states)('$name', async ({ path, ready }) => {
    const { page, errors } = visitor
    await page.goto(path())
    await ready(page)
    for (const { locale, colorScheme, options } of LOOKS) {
      await speak(page, locale)
      await wear(page, colorScheme)
      // What stands before the page may be there before it; the way past the header leads to it.
      await page.waitForFunction(
        () => !document.querySelector('a[href="#content"]') || document.querySelector('#content') !== null,
      )
      const found = await violations(page, options)
      expect({ locale, colorScheme, found }).toEqual({ locale, colorScheme, found: [] })
    }
    expect(errors).toEqual([])
    // The next page begins in the first guise again.
    await page.evaluate(() => localStorage.setItem('kaiwa.locale', 'ja'))
    await page.emulateMedia({ colorScheme: 'light' })
  })
})

it('leaves out no route', async () => {
  const table = await readFile(fileURLToPath(new URL('../web/routes.tsx', import.meta.url)), 'utf8')
  const routes = [...table.matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, route = '']) => route)
  const visited = groups.flatMap(({ states }) => states.map(({ path }) => path().split('?')[0] ?? ''))
  const isVisited = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
    return visited.some((path) => pattern.test(path))
  }
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((route) => !isVisited(route))).toEqual([])
})
