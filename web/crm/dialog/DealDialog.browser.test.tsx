import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changeTexts } from '../../platform/i18n.ts'
import { queryClient } from '../../platform/query-client.ts'
import { DEAL, property, PROPERTIES, REGISTERED } from '../test/crm-samples.ts'
import { CrmServer } from '../test/crm-server.ts'
import { openFileParts } from '../test/open-crm.tsx'
import { hold } from '../test/open-preview.ts'

let server: CrmServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new CrmServer()
})
afterEach(() => server.stop())

/** Opens the dialog from the sidebar; with a registered deal it is chosen. */
async function openDialog({ isRegistered = false } = {}) {
  if (isRegistered) server.fileDeal = { ...server.fileDeal, deal: REGISTERED }
  server.start()
  const { screen } = await openFileParts()
  await screen.getByRole('button', { name: 'Hubspot Integration' }).click()
  const name = isRegistered ? 'Edit transaction information' : 'Register transaction information'
  await screen.getByRole('button', { name }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('group', { name: 'Deal Properties' })).toBeVisible()
  return { screen, dialog, column: (title: string) => dialog.getByRole('region', { name: title }) }
}

type Opened = Awaited<ReturnType<typeof openDialog>>

function tick({ column }: Opened, label: string) {
  return column('Deal Properties').getByRole('checkbox', { name: label, exact: true }).click()
}

function button({ dialog }: Opened, name: string) {
  return dialog.getByRole('button', { name, exact: true })
}

describe('the dialog', () => {
  it('CRM-16 has the title "Hubspot_Deals Integration" and is 1220 px wide', async () => {
    const { dialog } = await openDialog()
    await expect.element(dialog.getByRole('heading', { name: 'Hubspot_Deals Integration' })).toBeVisible()
    await expect.poll(() => dialog.element().getBoundingClientRect().width).toBe(1220)
  })

  it('says what a generation costs: grouped numbers, and sentences joined as the language does', async () => {
    server.fileDeal = { ...server.fileDeal, note: 'no-model', remain: 1000 }
    const { dialog } = await openDialog()
    await expect
      .element(
        dialog.getByText(/are found by rules\. Each generation counts as one AI chat \(1,000 left this month\)\.$/),
      )
      .toBeVisible()
    await changeTexts('ja')
    await expect
      .element(
        dialog.getByText(/ルールで抽出します。1回の生成につき、AIチャットを1回使用します（今月の残り1,000回）。$/),
      )
      .toBeVisible()
  })

  it('CRM-17 is not closed by a click on the mask', async () => {
    const { dialog } = await openDialog()
    await userEvent.click(document.body, { position: { x: 20, y: 450 } })
    await expect.element(dialog.getByRole('heading', { name: 'Hubspot_Deals Integration' })).toBeVisible()
  })

  it('CRM-18 CRM-24 has the columns Deal Stage, Deal Name, Deal Properties, and the preview at the right', async () => {
    const { column } = await openDialog()
    const lefts = ['Deal Stage', 'Deal Name', 'Deal Properties', 'Preview'].map(
      (title) => column(title).element().getBoundingClientRect().left,
    )
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
    expect(new Set(lefts).size).toBe(4)
  })

  it('CRM-19 CRM-20 a pipeline and its stage filter the deals, and so does the search', async () => {
    const { column, dialog } = await openDialog()
    const pipelines = column('Deal Stage').getByRole('combobox', { name: 'Pipeline' })
    await expect.element(pipelines.getByRole('option', { name: 'Select a pipeline' })).toBeInTheDocument()
    await pipelines.selectOptions('営業パイプライン')
    await column('Deal Stage').getByRole('radio', { name: '提案' }).click()
    await dialog.getByPlaceholder('Search for a deal name').fill('トライ')
    await expect
      .poll(() => server.asked('GET /hubspot/deals').at(-1)?.query)
      .toEqual({ projectFileId: '5', page: '1', pipeline: 'default', stage: 's2', query: 'トライ' })
    await expect.element(column('Deal Name').getByRole('radio', { name: /トライアル/ })).toBeVisible()
    expect(column('Deal Name').getByRole('radio').elements()).toHaveLength(1)
  })

  it('CRM-21 CRM-22 has a group select with "All groups" and without empty groups, and "Save the setting"', async () => {
    const { column } = await openDialog()
    const groups = column('Deal Properties').getByRole('combobox', { name: 'Group' })
    const labels = groups
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)
    expect(labels).toEqual(['All groups', '取引情報 (5)', '関係者 (3)'])
    await expect.element(column('Deal Properties').getByRole('checkbox', { name: 'Save the setting' })).toBeVisible()
    const list = column('Deal Properties').getByRole('group', { name: 'Deal Properties' })
    expect(list.getByRole('checkbox').elements()).toHaveLength(8)
    await groups.selectOptions('関係者 (3)')
    await expect.poll(() => list.getByRole('checkbox').elements().length).toBe(3)
  })

  it('an older copy of the properties is shown while HubSpot is asked, and replaced by its answer', async () => {
    const GET = 'GET /hubspot/master'
    server.master = { ...server.master, is_due: true, fetched_at: '2026-01-01T00:00:00Z' }
    server.fresh = { ...server.master, properties: [...PROPERTIES, property('added', '追加された項目')] }
    const { column } = await openDialog()
    const list = column('Deal Properties')
    await expect.element(list.getByRole('checkbox', { name: '追加された項目' })).toBeVisible()
    expect(server.asked(GET).map(({ query }) => query['any_age'])).toEqual(['1', '0'])
  })

  it('CRM-23 CRM-34 saving needs a deal and at least one property', async () => {
    const opened = await openDialog()
    const { column } = opened
    const save = button(opened, 'Connect to Hubspot')
    await expect.element(button(opened, 'Cancel')).toBeEnabled()
    await expect.element(save).toBeDisabled()
    await expect.element(button(opened, 'Generate and reflect in preview')).toBeDisabled()
    await tick(opened, '金額')
    await expect.element(save).toBeDisabled()
    await column('Deal Name')
      .getByRole('radio', { name: /全社導入/ })
      .click()
    await expect.element(save).toBeEnabled()
    await expect.element(button(opened, 'Generate and reflect in preview')).toBeEnabled()
    await tick(opened, '金額')
    await expect.element(save).toBeDisabled()
  })

  it('CRM-26 the stage property and the pipeline property are ticked and unticked together', async () => {
    const opened = await openDialog()
    const box = (name: string) => opened.column('Deal Properties').getByRole('checkbox', { name, exact: true })
    await tick(opened, '取引ステージ')
    await expect.element(box('パイプライン')).toBeChecked()
    await tick(opened, 'パイプライン')
    await expect.element(box('取引ステージ')).not.toBeChecked()
    await tick(opened, 'パイプライン')
    await expect.element(box('取引ステージ')).toBeChecked()
  })

  it('CRM-33 everything is reset on close, and entered values are not lost without a question', async () => {
    const opened = await openDialog({ isRegistered: true })
    const { screen, dialog, column } = opened
    await tick(opened, '決裁者')
    await column('Deal Properties').getByRole('checkbox', { name: 'Save the setting' }).click()
    await column('Deal Stage').getByRole('combobox', { name: 'Pipeline' }).selectOptions('更新')
    await column('Preview').getByRole('textbox', { name: '決裁者 New value' }).fill('渡辺')
    await userEvent.keyboard('{Escape}')
    const question = screen.getByText('Discard the values that you entered?')
    await expect.element(question).toBeVisible()
    await screen.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await button(opened, 'Cancel').click()
    await expect.element(question).toBeVisible()
    await screen.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Edit transaction information' }).click()
    const again = screen.getByRole('dialog')
    await expect.element(again.getByRole('checkbox', { name: '決裁者' })).not.toBeChecked()
    await expect.element(again.getByRole('checkbox', { name: 'Save the setting' })).not.toBeChecked()
    await expect.element(again.getByRole('combobox', { name: 'Pipeline' })).toHaveValue('')
    expect(again.getByRole('textbox', { name: '決裁者 New value' }).elements()).toEqual([])
  })

  it('closes without a question when nothing was entered', async () => {
    const { screen, dialog } = await openDialog()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(screen.getByText('Discard the values that you entered?').elements()).toEqual([])
  })
})

describe('large portals', () => {
  it('deals arrive page by page', async () => {
    server.deals = Array.from({ length: 120 }, (_, index) => ({ id: String(1000 + index), name: `取引${index + 1}` }))
    const { column } = await openDialog()
    const list = column('Deal Name').getByRole('radiogroup', { name: 'Deal Name' })
    await expect.poll(() => list.getByRole('radio').elements().length).toBe(50)
    await expect.element(list.getByRole('button', { name: 'Show more' })).toBeInTheDocument()
    const scrolled = () => {
      list.element().scrollTo(0, list.element().scrollHeight)
      return list.getByRole('radio').elements().length
    }
    await expect.poll(scrolled).toBe(120)
    await expect.element(list.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
    expect(server.asked('GET /hubspot/deals').map(({ query }) => query['page'])).toEqual(['1', '2', '3'])
  })

  it('an answer to an older search is dropped', async () => {
    const { column, dialog } = await openDialog()
    const { promise, resolve } = Promise.withResolvers<void>()
    server.held.set('GET /hubspot/deals', promise)
    const field = dialog.getByPlaceholder('Search for a deal name')
    await field.fill('全社')
    await expect.poll(() => server.asked('GET /hubspot/deals').at(-1)?.query['query']).toBe('全社')
    server.held.clear()
    await field.fill('トライアル')
    await expect.element(column('Deal Name').getByRole('radio', { name: /トライアル/ })).toBeVisible()
    resolve()
    await expect.element(column('Deal Name').getByText('Deals: 1')).toBeVisible()
    expect(
      column('Deal Name')
        .getByRole('radio', { name: /全社導入/ })
        .elements(),
    ).toEqual([])
  })

  it('500 properties can be filtered by a word', async () => {
    const many = Array.from({ length: 500 }, (_, index) => property(`p${index}`, `項目${index}`))
    server.master = { ...server.master, properties: [...PROPERTIES, ...many] }
    const { column } = await openDialog()
    await column('Deal Properties').getByRole('searchbox', { name: 'Filter properties' }).fill('項目４９９')
    const list = column('Deal Properties').getByRole('group', { name: 'Deal Properties' })
    await expect.poll(() => list.getByRole('checkbox').elements().length).toBe(1)
    await list.getByRole('checkbox', { name: '項目499' }).click()
    await expect.element(column('Deal Properties').getByText('1 selected')).toBeVisible()
  })

  it('shows the age of the properties, and reloads them with force', async () => {
    const { column } = await openDialog()
    server.master = { ...server.master, properties: [property('new', '新しい項目')] }
    await column('Deal Properties').getByRole('button', { name: 'Reload properties of HubSpot' }).click()
    await expect.element(column('Deal Properties').getByRole('checkbox', { name: '新しい項目' })).toBeVisible()
    expect(server.asked('GET /hubspot/master').at(-1)?.query).toEqual({ force: '1', projectFileId: '5' })
  })
})

describe('before it is opened', () => {
  const DEALS = 'GET /hubspot/deals'
  const MASTER = 'GET /hubspot/master'

  /** The sidebar with the button of the dialog. */
  async function openSidebar() {
    server.start()
    const { screen } = await openFileParts()
    await screen.getByRole('button', { name: 'Hubspot Integration' }).click()
    const register = screen.getByRole('button', { name: 'Register transaction information' })
    await expect.element(register).toBeVisible()
    return { screen, register, dialog: screen.getByRole('dialog') }
  }

  it('the sidebar requests the properties, and the pointer on the button the deals', async () => {
    const { register, dialog } = await openSidebar()
    await expect.poll(() => server.asked(MASTER).length).toBe(1)
    expect(server.asked(DEALS)).toEqual([])
    await register.hover()
    await expect.poll(() => server.asked(DEALS).length).toBe(1)
    await register.click()
    await expect.element(dialog.getByRole('radio', { name: /全社導入/ })).toBeVisible()
    expect([server.asked(MASTER).length, server.asked(DEALS).length]).toEqual([1, 1])
  })

  it('the focus requests the deals, and not when the dialog returns it', async () => {
    const { register, dialog } = await openSidebar()
    for (let tabs = 0; tabs < 20 && document.activeElement !== register.element(); tabs += 1)
      await userEvent.keyboard('{Tab}')
    await expect.poll(() => server.asked(DEALS).length).toBe(1)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('radio', { name: /全社導入/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(register).toHaveFocus()
    expect(server.asked(DEALS)).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => server.asked(DEALS).length).toBe(2)
  })

  it('a request that HubSpot asks to wait with is not repeated until the dialog is open', async () => {
    const body = { error: 'E_UNAVAILABLE', reason: 'crm.wait' }
    server.refuse(DEALS, { status: 503, body, headers: { 'retry-after': '1' } })
    const { register, dialog } = await openSidebar()
    const failed = () => queryClient.getQueryCache().find({ queryKey: ['crm-deals'], exact: false })?.state.status
    await register.hover()
    await expect.poll(failed).toBe('error')
    expect(server.asked(DEALS)).toHaveLength(1)
    await register.click()
    await expect.element(dialog.getByRole('radio', { name: /全社導入/ })).toBeVisible()
  })

  it.each([
    ['the connection has ended', 'crm-connection-changed', { error: 'E_CONFLICT', reason: 'crm.disconnected' }],
    ['the right has ended', 'rights-changed', { error: 'E_FORBIDDEN', reason: 'role' }],
  ])('deals are forgotten when %s', async (_, event, body) => {
    const { register, dialog } = await openSidebar()
    await expect.poll(() => server.isSubscribed()).toBe(true)
    await register.hover()
    const loaded = () => queryClient.getQueriesData({ queryKey: ['crm-deals'] }).map(([, data]) => data !== undefined)
    await expect.poll(loaded).toEqual([true])
    const sessions = server.asked('GET /auth/check').length
    server.publish(event)
    await expect.poll(() => server.asked('GET /auth/check').length).toBeGreaterThan(sessions)
    const release = hold(server, DEALS)
    server.refuse(DEALS, { status: body.error === 'E_CONFLICT' ? 409 : 403, body })
    await register.click()
    const list = dialog.getByRole('region', { name: 'Deal Name' })
    await expect.element(list).toBeVisible()
    expect(list.getByRole('radio').elements()).toEqual([])
    release()
    await expect.element(list.getByRole('alert')).toBeVisible()
    expect(list.getByRole('radio').elements()).toEqual([])
  })

  it('an open dialog shows no deals after the end of the connection', async () => {
    const { register, dialog } = await openSidebar()
    await register.click()
    await expect.element(dialog.getByRole('radio', { name: /全社導入/ })).toBeVisible()
    await expect.poll(() => server.isSubscribed()).toBe(true)
    server.refuse(DEALS, { status: 409, body: { error: 'E_CONFLICT', reason: 'crm.disconnected' } })
    server.publish('crm-connection-changed')
    await expect.element(dialog.getByRole('region', { name: 'Deal Name' }).getByRole('alert')).toBeVisible()
    expect(dialog.getByRole('radio', { name: /全社導入/ }).elements()).toEqual([])
  })
})

describe('HubSpot asks to wait', () => {
  it('says for how long, and repeats the call', async () => {
    const wait = { status: 503, body: { error: 'E_UNAVAILABLE', reason: 'crm.wait' }, headers: { 'retry-after': '2' } }
    server.refuse(`GET /hubspot/deals/${DEAL}`, wait)
    const opened = await openDialog({ isRegistered: true })
    await tick(opened, '金額')
    await expect
      .element(
        opened
          .column('Preview')
          .getByText(/Trying again automatically in \d seconds/)
          .first(),
      )
      .toBeVisible()
    await expect
      .element(opened.column('Preview').getByRole('textbox', { name: '金額 New value' }))
      .toHaveValue('1000000')
  })
})

describe('a narrow window', () => {
  it('shows the columns as steps', async () => {
    await page.viewport(390, 800)
    server.fileDeal = { ...server.fileDeal, deal: REGISTERED }
    server.start()
    const { screen } = await openFileParts()
    await screen.getByRole('button', { name: 'Hubspot Integration' }).click()
    await screen.getByRole('button', { name: 'Edit transaction information' }).click()
    const dialog = screen.getByRole('dialog')
    const heights = new Set<number>()
    for (const title of ['Deal Stage', 'Deal Name', 'Deal Properties', 'Preview']) {
      await expect.element(dialog.getByRole('region', { name: title })).toBeVisible()
      heights.add(dialog.getByRole('navigation', { name: 'Steps' }).element().getBoundingClientRect().height)
      expect(dialog.getByRole('region').elements()).toHaveLength(1)
      const next = dialog.getByRole('button', { name: 'Next', exact: true })
      if (title === 'Preview') expect(next.elements()).toEqual([])
      else await next.click()
    }
    // The name of the step is bold, and needs no second line.
    expect(heights.size).toBe(1)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('HubSpot does not respond', () => {
  it('says so once, and tries again on request', async () => {
    const refusal = { status: 503, body: { error: 'E_UNAVAILABLE', reason: 'crm.unavailable' } }
    // In advance, and for the dialog.
    server.refuse('GET /hubspot/master', refusal, refusal)
    server.start()
    const { screen } = await openFileParts()
    await screen.getByRole('button', { name: 'Hubspot Integration' }).click()
    await screen.getByRole('button', { name: 'Register transaction information' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    expect(dialog.getByRole('alert').elements()).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(dialog.getByRole('group', { name: 'Deal Properties' })).toBeVisible()
  })
})
