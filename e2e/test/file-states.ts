// States of the file page, with its sidebars, dialogs and menus.
import type { Locator, Page } from 'playwright-core'
import { analysisStates } from './analysis-states.ts'
import { button, dialog, openPanel, type State } from './page-state.ts'
import { summaryStates } from './summary-states.ts'

/** Opens a sidebar. The account remembers which sidebars are open; the toggle button shows the state. */
async function openAside(page: Page, shown: Locator, show: Locator, hide: Locator) {
  await page.locator('.kaiwa-block').first().waitFor()
  await openPanel(shown, show, hide)
}

function openTags(page: Page) {
  const name = /^使用中のタグ$|^Tags in use$/
  const toggle = (expanded: boolean) => page.getByRole('button', { name, expanded })
  const shown = page.getByRole('complementary', { name }).getByRole('listitem')
  return openAside(page, shown, toggle(false), toggle(true))
}

function openSections(page: Page) {
  const toggle = (expanded: boolean) =>
    page.getByRole('button', { name: /^セクションを(表示|隠す)$|^(Show|Hide) sections$/, expanded })
  const shown = page.getByRole('complementary', { name: /^(セクション（|Section \()/ })
  return openAside(page, shown, toggle(false), toggle(true))
}

/** Opens the section sidebar and the speaker filter. */
async function openSpeakerFilter(page: Page) {
  await openSections(page)
  await button(page, /^話者で絞り込む|^Filter by speaker/)
}

export const fileStates: State[] = [
  { name: 'file', path: ({ file }) => file, ready: (page) => page.locator('.kaiwa-block').first().waitFor() },
  {
    name: 'file being searched',
    path: ({ file }) => `${file}?search=${encodeURIComponent('議事録')}`,
    ready: (page) => page.getByText(/^1\/\d+$/).waitFor(),
  },
  {
    name: 'question before deleting a file',
    path: ({ file }) => file,
    ready: async (page) => {
      await button(page, /^ファイルのメニュー$|^File menu$/)
      await page.getByRole('menuitem', { name: /^ファイルを削除$|^Delete file$/ }).click()
      await dialog(page)
    },
  },
  {
    name: 'edit mode, with find and replace',
    path: ({ file }) => file,
    ready: async (page) => {
      await button(page, /^編集$|^Edit$/)
      await button(page, /^検索と置換$|^Find and replace$/)
      await dialog(page)
    },
  },
  {
    name: 'history',
    path: ({ file }) => file,
    ready: async (page) => {
      await button(page, /^変更履歴$|^History$/)
      await page.getByRole('button', { name: /^自動文字起こし|^Automatic transcript/ }).click()
      await page.getByRole('region', { name: /^変更内容$|^Changes$/ }).waitFor()
    },
  },
  {
    name: 'asking who a speaker is',
    path: ({ file }) => file,
    ready: async (page) => {
      await button(page, /^名前のない話者|^Who are the speakers/)
      await page.getByRole('list', { name: /^候補$|^Suggestions$/ }).waitFor()
    },
  },
  {
    name: 'speakers to choose from',
    path: ({ file }) => file,
    ready: async (page) => {
      await page.locator('.kaiwa-speaker-name').first().click()
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'tags for what is selected, and tags beside the text',
    path: ({ file }) => file,
    ready: async (page) => {
      await openTags(page)
      await page.locator('.kaiwa-text').nth(1).click({ clickCount: 3 })
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'comments beside the text, and one that is being written',
    path: ({ file }) => file,
    ready: async (page) => {
      await page.locator('.kaiwa-text').nth(1).click({ clickCount: 3 })
      await page.getByRole('button', { name: /^選択した箇所にコメント$|^Comment on the selected words$/ }).click()
      await page.getByRole('article').nth(1).waitFor()
    },
  },
  {
    name: 'clip of what is selected',
    path: ({ file }) => file,
    ready: async (page) => {
      await page.locator('.kaiwa-text').nth(1).click({ clickCount: 3 })
      await button(page, /クリップを書き出す$|^Export clip/)
      await dialog(page)
    },
  },
  {
    name: 'playback settings',
    path: ({ file }) => file,
    ready: async (page) => {
      await button(page, /^再生設定|^Playback settings/)
      await page.getByRole('slider', { name: /^再生速度$|^Speed$/ }).waitFor()
    },
  },
  {
    name: 'menu of a tag',
    path: ({ file }) => file,
    ready: async (page) => {
      await openTags(page)
      await button(page, /の操作$|^Menu for “/)
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'passages of a tag',
    path: ({ file }) => file,
    ready: async (page) => {
      await openTags(page)
      await button(page, /件の箇所を表示$|show passages$/)
      await dialog(page)
    },
  },
  {
    name: 'tags tab with its numbers',
    path: ({ file }) => file,
    ready: async (page) => {
      await page.getByRole('tab').nth(1).click()
      await page.getByText(/^表$|^Table$/).click()
      await page.getByRole('table').waitFor()
    },
  },
  ...analysisStates,
  ...summaryStates,
  {
    name: 'form of a speaker',
    path: ({ file }) => file,
    ready: async (page) => {
      await page.locator('.kaiwa-speaker-name').first().click()
      await button(page, /^話者を編集$|^Edit speaker$/)
      await dialog(page)
    },
  },
  {
    name: 'merging speakers, and sections beside the text',
    path: ({ file }) => file,
    ready: async (page) => {
      await openSpeakerFilter(page)
      await page.getByRole('menuitem').first().click()
      await dialog(page)
    },
  },
  {
    name: 'speaker filter, and sections beside the text',
    path: ({ file }) => file,
    ready: async (page) => {
      await openSpeakerFilter(page)
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
]
