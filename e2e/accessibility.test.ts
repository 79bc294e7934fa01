// WCAG 2.2 AA by axe on every page and in its dialogs, in both languages and both themes.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { createFile, createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { createTranscript } from '@kaiwa/server/test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

declare const axe: { run: (context: Document, options: unknown) => Promise<AxeResults> }

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let journey: Journey
let owner: TestOwner
let folder: TestFolder
let empty: TestFolder
let file: string

beforeAll(async () => {
  // Without a worker, what is being processed stays so.
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
  const { db } = journey.program
  owner = await createOwner(db)
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

/** What axe finds on the page as it stands: rule and place. */
const violations = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (tags) => {
    const { violations } = await axe.run(document, {
      runOnly: tags,
      resultTypes: ['violations'],
      // Menus are drawn at the end of the body, outside of every landmark: the focus leads there and back.
      rules: { region: { enabled: false } },
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  }, TAGS)
}

type State = { name: string; path: () => string; ready: (page: Page) => Promise<void> }
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor()
const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()

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
  { name: 'register complete', path: () => '/register/complete', ready: heading },
  { name: 'verify failed', path: () => '/accounts/verify/failed', ready: heading },
  { name: 'resend', path: () => '/accounts/verify/resend', ready: heading },
  { name: 'password reset', path: () => '/reset-password', ready: heading },
  { name: 'password reset sent', path: () => '/reset-password/sent', ready: heading },
  { name: 'new password', path: () => '/reset-password/change?token=x&expires=9999999999', ready: heading },
  { name: 'expired link', path: () => '/reset-password/change?token=x&expires=1', ready: heading },
  { name: 'waiting for a login mail', path: () => '/verify/magic-link?email=a@kaiwa.example', ready: heading },
  {
    name: 'dead login link',
    path: () => '/verify/login-magic?token=x&email=a@kaiwa.example',
    ready: (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'help', path: () => '/help', ready: heading },
  { name: 'UI-08 error', path: () => '/error', ready: heading },
  { name: 'UI-08 not found', path: () => '/nowhere', ready: heading },
]

const privateStates: State[] = [
  {
    name: 'account',
    path: () => '/mypage/profile',
    ready: (page) => page.getByRole('listitem').first().waitFor(),
  },
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

describe.each(['ja', 'en'] as const)('in %s', (locale) => {
  let stranger: Visitor
  let insider: Visitor
  beforeAll(async () => {
    stranger = await journey.visit({ locale })
    insider = await journey.visit({ locale, as: owner })
  })
  afterAll(async () => {
    await stranger.leave()
    await insider.leave()
  })

  /** The page follows the system's colours, so both themes are seen in one visit. */
  const check = async ({ page, errors }: Visitor, { path, ready }: State): Promise<void> => {
    await page.goto(path())
    await ready(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
      // Colours on their way from one theme to the other are neither's.
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      expect({ colorScheme, violations: await violations(page) }).toEqual({ colorScheme, violations: [] })
    }
    expect(errors).toEqual([])
  }
  it.each(publicStates)('$name', (state) => check(stranger, state))
  it.each(privateStates)('$name', (state) => check(insider, state))
})
