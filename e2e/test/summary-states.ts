// States of the Summary tab of a file.
import type { Page } from 'playwright-core'
import { button, type State } from './page-state.ts'

function toDos(page: Page) {
  return page.getByRole('region', { name: /^ToDo$|^To-dos$/ })
}

export const summaryStates: State[] = [
  {
    name: 'summary of a file',
    path: ({ file }) => `${file}?tab=summary`,
    ready: (page) => toDos(page).getByRole('listitem').first().waitFor(),
  },
  {
    name: 'to-dos of a summary as fields',
    path: ({ file }) => `${file}?tab=summary`,
    ready: async (page) => {
      await button(page, /^「ToDo」を編集$|^Edit “To-dos”$/)
      await toDos(page).getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'characteristic passages of a file without a summary',
    path: ({ plain }) => `${plain}?tab=summary`,
    ready: (page) => page.getByText(/^自動抽出（AI不使用）$|^Extracted without AI$/).waitFor(),
  },
]
