// States of the connection to HubSpot and of the deal of a file.
import { getCrmConnection } from '@kaiwa/contract/crm.ts'
import type { Page } from 'playwright-core'
import { intercept } from './intercept.ts'
import { button, dialog, type State } from './page-state.ts'

const ICON = /^HubSpot連携$|^Hubspot Integration$/
const COOPERATION = '/mypage/hubspot-connect'
/** Pixels: a telephone. */
const PHONE = { width: 390, height: 844 }

async function openSidebar(page: Page) {
  await page.locator('.kaiwa-block').first().waitFor()
  await button(page, ICON)
  return page.getByRole('complementary', { name: ICON })
}

async function openDialog(page: Page) {
  const sidebar = await openSidebar(page)
  await sidebar.getByRole('button', { name: /^取引情報を編集$|^Edit transaction information$/ }).click()
  await dialog(page)
}

export const crmStates: State[] = [
  {
    name: 'cooperation, connected',
    path: () => COOPERATION,
    ready: (page) => page.getByRole('button', { name: /^連携を解除$|^Disconnect$/ }).waitFor(),
  },
  {
    name: 'sidebar of a deal, empty',
    path: ({ plain }) => plain,
    ready: async (page) => {
      const sidebar = await openSidebar(page)
      await sidebar.getByRole('button', { name: /^取引情報を登録$|^Register transaction information$/ }).waitFor()
    },
  },
  {
    name: 'sidebar of a registered deal, with its history',
    path: ({ file }) => file,
    ready: async (page) => {
      const sidebar = await openSidebar(page)
      await button(page, /^反映履歴を表示$|^Show history of updates$/)
      await sidebar.getByRole('list', { name: /^反映履歴$|^History of updates$/ }).waitFor()
    },
  },
  {
    name: 'dialog of a deal',
    path: ({ file }) => file,
    ready: async (page) => {
      await openDialog(page)
      await page.getByRole('dialog').getByRole('checkbox', { name: '予算', exact: true }).check()
      await page.getByRole('dialog').getByRole('listitem', { name: '予算', exact: true }).waitFor()
    },
  },
]

/** For a visitor who does not open the page in another state: its answer is kept for a while. */
export const notSetState: State = {
  name: 'cooperation, not set up',
  path: () => '/mypage/profile',
  ready: async (page) => {
    // The server of these tests is set up.
    const notSet = { status: 'disconnected', problem: 'not-set', portal: null, is_trial: false }
    const end = await intercept(page, `**/api${getCrmConnection.path}`, (route) => route.fulfill({ json: notSet }))
    await page.getByRole('link', { name: /^連携$|^Cooperation$/ }).click()
    await page.getByText('KAIWA_HUBSPOT_CLIENT_ID').waitFor()
    end()
  },
}

/** The last states of a visitor, who keeps the width. */
export const crmPhoneStates: State[] = [
  {
    name: 'dialog of a deal on a phone',
    path: ({ file }) => file,
    ready: async (page) => {
      await page.setViewportSize(PHONE)
      await openDialog(page)
      await page.getByRole('dialog').getByRole('navigation').waitFor()
    },
  },
]

/** HubSpot has refused: the page stays. */
export const callbackState: State = {
  name: 'return from HubSpot without permission',
  path: () => '/hubspot/callback?error=access_denied&state=x',
  ready: (page) => page.getByRole('main').getByRole('alert').waitFor(),
}
