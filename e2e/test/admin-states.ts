// States of the console for an operator.
import type { Page } from 'playwright-core'
import { dialog, heading, type State } from './page-state.ts'

async function table(page: Page) {
  await page.getByRole('table').waitFor()
}

/** Opens the dialog of an action of the first row. */
function asking(action: RegExp) {
  return async (page: Page) => {
    await table(page)
    await page
      .getByRole('button', { name: /の操作$|^Actions of/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: action }).click()
    await dialog(page)
  }
}

export const adminStates: State[] = [
  { name: 'dashboard', path: () => '/admin', ready: (page) => page.getByRole('listitem').nth(8).waitFor() },
  { name: 'users', path: () => '/admin/users', ready: table },
  { name: 'no user', path: () => '/admin/users?query=nobody@nowhere', ready: heading },
  { name: 'details of a user', path: () => '/admin/users', ready: asking(/^詳細$|^Details$/) },
  { name: 'update of a user', path: () => '/admin/users', ready: asking(/^情報を更新$|^Update information$/) },
  { name: 'points of a user', path: () => '/admin/users?query=見本', ready: asking(/^ポイントを追加$|^Add point$/) },
  { name: 'applications', path: () => '/admin/subscription-requests', ready: table },
  { name: 'approval', path: () => '/admin/subscription-requests', ready: asking(/^承認$|^Approve$/) },
  { name: 'contracts', path: () => '/admin/subscriptions?query=見本', ready: table },
  {
    name: 'change of a plan',
    path: () => '/admin/subscriptions?query=見本',
    ready: asking(/^プランを変更$|^Change plan$/),
  },
  { name: 'invoices', path: () => '/admin/invoices', ready: table },
  { name: 'payment of an invoice', path: () => '/admin/invoices', ready: asking(/^入金済みにする$|^Mark as paid$/) },
  { name: 'purchase histories', path: () => '/admin/purchase-histories', ready: table },
  { name: 'audit log', path: () => '/admin/operator-actions', ready: table },
]

export const forbiddenStates: State[] = [{ name: 'console', path: () => '/admin', ready: heading }]
