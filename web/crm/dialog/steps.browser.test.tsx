// Windows that are too narrow for four columns, and where the focus goes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { property, PROPERTIES } from '../test/crm-samples.ts'
import { CrmServer } from '../test/crm-server.ts'
import { openPreview, PATCH } from '../test/open-preview.ts'

let server: CrmServer
beforeEach(async () => {
  await page.viewport(390, 800)
  server = new CrmServer()
})
afterEach(() => server.stop())

describe('steps', () => {
  it('a double press on "Next" does not write', async () => {
    const { column, button } = await openPreviewAtProperties()
    await button('Next').dblClick()
    await expect.element(column('Preview')).toBeVisible()
    await expect.element(button('Connect to Hubspot')).toBeEnabled()
    expect(server.asked(PATCH)).toEqual([])
  })

  it('a double press on "Next" does not skip a step', async () => {
    const { column, button } = await openPreview(server, 'amount')
    await button('Next').dblClick()
    await expect.element(column('Deal Name')).toBeVisible()
  })

  it('the heading of the next step gets the focus', async () => {
    const { column, button } = await openPreview(server, 'amount')
    for (const title of ['Deal Name', 'Deal Properties', 'Preview']) {
      await button('Next').click()
      await expect.element(column(title).getByRole('heading', { name: title })).toHaveFocus()
    }
  })

  it('a step keeps its filters and its place', async () => {
    const many = Array.from({ length: 80 }, (_, index) =>
      property(`p${index}`, `項目${index}`, { groupName: 'people' }),
    )
    server.master = { ...server.master, properties: [...PROPERTIES, ...many] }
    const { column, button } = await openPreviewAtProperties()
    const properties = column('Deal Properties')
    await properties.getByRole('combobox', { name: 'Group' }).selectOptions('関係者 (3)')
    await properties.getByRole('searchbox', { name: 'Filter properties' }).fill('項目')
    const list = properties.getByRole('group', { name: 'Deal Properties' })
    await expect.poll(() => list.getByRole('checkbox').elements().length).toBe(80)
    list.element().scrollTo(0, 600)
    await button('Back').click()
    await expect.element(column('Deal Name')).toBeVisible()
    await button('Next').click()
    await expect.element(properties.getByRole('searchbox', { name: 'Filter properties' })).toHaveValue('項目')
    await expect.element(properties.getByRole('combobox', { name: 'Group' })).toHaveValue('people')
    await expect.poll(() => list.element().scrollTop).toBe(600)
  })

  it.each([769, 820, 890])('%i px show one step', async (width) => {
    await page.viewport(width, 800)
    const { dialog, column } = await openPreview(server, 'amount')
    await expect.element(column('Deal Stage')).toBeVisible()
    expect(dialog.getByRole('region').elements()).toHaveLength(1)
  })

  it('901 px show all columns in the window', async () => {
    await page.viewport(901, 800)
    const { dialog, column } = await openPreview(server, 'amount')
    await expect.element(column('Preview')).toBeVisible()
    expect(dialog.getByRole('region').elements()).toHaveLength(4)
    await expect.poll(() => column('Preview').element().getBoundingClientRect().right).toBeLessThanOrEqual(901)
    expect(column('Deal Stage').element().getBoundingClientRect().left).toBeGreaterThanOrEqual(0)
  })
})

async function openPreviewAtProperties() {
  const opened = await openPreview(server, 'amount')
  await opened.dialog
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: 'Deal Properties' })
    .click()
  await expect.element(opened.column('Deal Properties')).toBeVisible()
  await expect.element(opened.button('Generate and reflect in preview')).toBeEnabled()
  return opened
}

describe('the focus', () => {
  it('returns to the button that opened the dialog', async () => {
    await page.viewport(1280, 800)
    const { dialog, opener, button, row } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2')
    await button('Cancel').click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  it('returns to the dialog when its question is canceled', async () => {
    await page.viewport(1280, 800)
    const { button, row } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2')
    await button('Cancel').click()
    const question = page.getByRole('dialog', { name: 'Discard the values that you entered?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(button('Cancel')).toHaveFocus()
  })
})

describe('entries', () => {
  it('the browser asks before the page is closed', async () => {
    await page.viewport(1280, 800)
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { row } = await openPreview(server, 'amount')
    await expect.element(row('金額')).toBeVisible()
    expect(isAsked()).toBe(false)
    await row('金額').getByRole('textbox').fill('2')
    await expect.poll(isAsked).toBe(true)
  })

  it('stay when the window becomes narrow', async () => {
    await page.viewport(1280, 800)
    const { column, dialog, row } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2')
    await page.viewport(390, 800)
    await dialog.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Preview' }).click()
    await expect.element(column('Preview')).toBeVisible()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('2')
  })
})

describe('the list of deals', () => {
  it('arrow keys read only the deal at which they rest', async () => {
    await page.viewport(1280, 800)
    server.deals = Array.from({ length: 8 }, (_, index) => ({ id: String(901 + index), name: `取引${index + 1}` }))
    const { column, preview } = await openPreview(server, 'amount')
    const radio = (name: string) => column('Deal Name').getByRole('radio', { name: new RegExp(name) })
    await radio('取引1').click()
    await expect.element(preview.getByText('取引1')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect.element(preview.getByRole('list', { name: 'Preview' })).toBeVisible()
    await expect.poll(() => server.asked('GET /hubspot/deals/905').length).toBe(1)
    const read = server.calls.map(({ name }) => name).filter((name) => /^GET .hubspot.deals.\d+$/.test(name))
    expect(read).toEqual(['GET /hubspot/deals/901', 'GET /hubspot/deals/905'])
  })

  it('CRM-33 a reopened dialog reads the first page only', async () => {
    await page.viewport(1280, 800)
    server.deals = Array.from({ length: 120 }, (_, index) => ({ id: String(901 + index), name: `取引${index + 1}` }))
    const { column, dialog, opener } = await openPreview(server, 'amount')
    const list = column('Deal Name').getByRole('radiogroup', { name: 'Deal Name' })
    await expect.element(list).toBeVisible()
    const scrolled = () => {
      list.element().scrollTo(0, list.element().scrollHeight)
      return list.getByRole('radio').elements().length
    }
    await expect.poll(scrolled).toBe(120)
    // The pointer is on the button again as soon as the dialog is gone, and requests the list.
    server.calls = []
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await opener.click()
    await expect.poll(() => list.getByRole('radio').elements().length).toBe(50)
    expect(server.asked('GET /hubspot/deals').map(({ query }) => query['page'])).toEqual(['1'])
  })
})
