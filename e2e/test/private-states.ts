// Page states for signed-in users, with dialogs and menus. A page keeps the locale of the previous check.
import { reportStates } from './analysis-states.ts'
import { chatStates } from './chat-states.ts'
import { crmPhoneStates, crmStates, notSetState } from './crm-states.ts'
import { fileStates } from './file-states.ts'
import { button, dialog, heading, type State } from './page-state.ts'

export const privateStates: State[] = [
  {
    name: 'account',
    path: () => '/mypage/profile',
    ready: (page) => page.getByRole('listitem').first().waitFor(),
  },
  {
    name: 'members',
    path: () => '/mypage/member',
    ready: (page) => page.getByRole('table').getByRole('link').first().waitFor(),
  },
  { name: 'payment', path: () => '/mypage/payment', ready: (page) => page.getByRole('table').first().waitFor() },
  {
    name: 'purchase of points',
    path: () => '/mypage/payment',
    ready: async (page) => {
      await button(page, /^追加購入$|^Additional purchase$/)
      await dialog(page)
    },
  },
  { name: 'usage', path: () => '/mypage/usage', ready: (page) => page.getByRole('table').waitFor() },
  {
    name: 'system status',
    path: () => '/mypage/installation',
    ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  { name: 'trash', path: () => '/trash', ready: (page) => page.getByRole('row', { name: '不要' }).waitFor() },
  {
    name: 'notifications',
    path: () => '/trash',
    ready: async (page) => {
      await button(page, /^通知|^Notifications/)
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'home, with recordings in progress',
    path: () => '/',
    ready: (page) => page.getByRole('region', { name: /^進行中$|^In progress$/ }).waitFor(),
  },
  {
    name: 'folder choice of an upload',
    path: () => '/',
    ready: async (page) => {
      const chooser = page.waitForEvent('filechooser')
      await button(page, /^アップロード$|^Upload$/)
      await (await chooser).setFiles([{ name: '会議.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') }])
      await page.getByRole('combobox', { name: /^保存先のフォルダ$|^Folder to upload to$/ }).waitFor()
    },
  },
  {
    name: 'palette',
    path: () => '/mypage/profile',
    ready: async (page) => {
      await button(page, /^すべてを検索$|^Search everywhere$/)
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'search of the app', path: () => '/search', ready: (page) => page.getByRole('option').first().waitFor() },
  {
    name: 'shared files without any',
    path: () => '/shared',
    ready: (page) => page.getByRole('heading', { level: 2 }).waitFor(),
  },
  {
    name: 'shared files that were lost',
    path: () => '/shared?problem=worker',
    ready: (page) => page.getByRole('main').getByRole('alert').waitFor(),
  },
  { name: 'folder', path: ({ folder }) => folder, ready: (page) => page.getByRole('table').waitFor() },
  {
    name: 'empty folder',
    path: ({ empty }) => empty,
    ready: (page) =>
      page
        .getByRole('heading', { level: 2 })
        .or(page.getByText(/このフォルダは空です|This folder is empty/))
        .first()
        .waitFor(),
  },
  ...reportStates,
  {
    name: 'account menu',
    path: ({ folder }) => folder,
    ready: async (page) => {
      await button(page, /^アカウントメニュー$|^Account menu$/)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'row menu',
    path: ({ folder }) => folder,
    ready: async (page) => {
      await button(page, /^初回訪問のメニュー$|^Menu for 初回訪問$/)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'new folder',
    path: ({ folder }) => folder,
    ready: async (page) => {
      await button(page, /^フォルダを作成$|^New folder$/)
      await dialog(page)
    },
  },
  {
    name: 'chosen recording',
    path: ({ folder }) => folder,
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
  ...fileStates,
  ...crmStates,
  ...chatStates,
  ...crmPhoneStates,
]

export const newcomerStates: State[] = [
  { name: 'welcome', path: () => '/', ready: dialog },
  { name: 'welcome on the project list', path: () => '/projects', ready: dialog },
  notSetState,
]

/** Page states for a user without a workspace and a plan. */
export const outsiderStates: State[] = [
  {
    name: 'no plan',
    path: () => '/',
    ready: (page) => page.getByRole('heading', { name: /^まだプランがありません$|^No plan yet$/, level: 1 }).waitFor(),
  },
  { name: 'no access', path: ({ folder }) => folder, ready: heading },
]
