// States of the Report tab of a folder and of the Parse tab of a file.
import type { State } from './page-state.ts'

export const reportStates: State[] = [
  {
    name: 'report, with filters',
    path: ({ folder }) => `${folder}?tab=3&first_condition=speakers&second_condition=emotions&emotion=positive`,
    ready: (page) => page.getByRole('table').nth(1).waitFor(),
  },
  {
    name: 'report, as chart of keywords',
    path: ({ folder }) => `${folder}?tab=3&first_condition=keyword&second_condition=speakers&view=chart`,
    ready: (page) => page.getByRole('list', { name: /^集計$|^Totals$/ }).waitFor(),
  },
  {
    name: 'report without rows',
    path: ({ empty }) => `${empty}?tab=3`,
    ready: (page) =>
      page.getByRole('heading', { name: /^集計する発話がありません$|^Nothing to report yet$/ }).waitFor(),
  },
  {
    name: 'talk of the files of a folder, with the speakers of one',
    path: ({ folder }) => `${folder}?tab=3&report=talk`,
    ready: async (page) => {
      await page.getByRole('table').waitFor({ state: 'attached' })
      await page.locator('tbody button[aria-expanded=false]').first().click()
      await page.locator('tbody button[aria-expanded=true]').waitFor()
    },
  },
  {
    name: 'talk of the files of a folder, as chart',
    path: ({ folder }) => `${folder}?tab=3&report=talk&view=chart`,
    ready: (page) => page.getByRole('list', { name: /^ファイルごとの会話$|^Talk by file$/ }).waitFor(),
  },
  {
    name: 'talk of a folder without files',
    path: ({ empty }) => `${empty}?tab=3&report=talk`,
    ready: (page) =>
      page.getByRole('heading', { name: /^比較できる会話がありません$|^No talk to compare yet$/ }).waitFor(),
  },
]

export const analysisStates: State[] = [
  {
    name: 'ANA-01 word cloud',
    path: ({ file }) => `${file}?tab=parse`,
    ready: (page) =>
      page
        .getByRole('list', { name: /ワードクラウド|Word cloud/ })
        .getByRole('button')
        .first()
        .waitFor(),
  },
  {
    name: 'emotions of a file',
    path: ({ file }) => `${file}?tab=parse&view=emotions`,
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'keywords with the places of one',
    path: ({ file }) => `${file}?tab=parse&view=keywords`,
    ready: async (page) => {
      await page.getByRole('table').getByRole('rowheader').first().getByRole('button').click()
      await page.getByRole('list', { name: /話された箇所|^Places of/ }).waitFor()
    },
  },
  {
    name: 'figures of talk',
    path: ({ file }) => `${file}?tab=parse&view=talk`,
    ready: (page) => page.getByRole('table').waitFor(),
  },
]
