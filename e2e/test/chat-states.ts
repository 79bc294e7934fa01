// States of the AI chat. They come last, because the account keeps its panel open.
import type { Page } from 'playwright-core'
import { button, heading, openPanel, type State } from './page-state.ts'

async function openChat(page: Page) {
  await heading(page)
  const name = /^AIチャット$|^AI Chat$/
  const toggle = (expanded: boolean) => page.getByRole('button', { name, expanded })
  await openPanel(page.getByRole('complementary', { name }), toggle(false), toggle(true))
}

export const chatStates: State[] = [
  {
    name: 'answer of the AI chat',
    path: ({ folder }) => folder,
    ready: async (page) => {
      await openChat(page)
      await page.getByText('課題の確認').click()
      await page.getByRole('list', { name: /^引用$|^Quotes$/ }).waitFor()
    },
  },
  {
    name: 'new AI chat, with the selection of files and speakers',
    path: ({ file }) => file,
    ready: async (page) => {
      await openChat(page)
      await button(page, /^対象|^About/)
      await page.getByPlaceholder(/^すべての話者$|^all speakers$/).waitFor()
    },
  },
  {
    name: 'models of the AI chat',
    path: ({ file }) => file,
    ready: async (page) => {
      await openChat(page)
      await button(page, /^AIモデル|^AI model/)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
]
