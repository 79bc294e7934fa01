// Writes that are refused, that wait, and that are answered late.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Toasts } from '../../ui/Toasts.tsx'
import { CrmServer } from '../test/crm-server.ts'
import { hold, openPreview, PATCH, refusal } from '../test/open-preview.ts'

let server: CrmServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new CrmServer()
})
afterEach(() => server.stop())

const CONFLICT = refusal(409, 'crm.changed', {
  conflicts: [{ name: 'amount', base: '1000000', current: '1200000' }],
})
function wait(seconds: string) {
  return refusal(503, 'crm.wait', {}, { 'retry-after': seconds })
}

function written(): Record<string, unknown>[] {
  return server.asked(PATCH).map(({ body }) => body as Record<string, unknown>)
}

describe('a write that is answered after the page was left', () => {
  it.each([
    ['is not repeated after the wait of HubSpot', wait('1'), 'HubSpot does not respond. Please try again in a while.'],
    ['says that it was refused', CONFLICT, 'Could not be written'],
    ['says that it succeeded', null, 'Deal updated successfully'],
  ])('%s', async (_, answer, text) => {
    const { screen, row, save } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2000000')
    const release = hold(server, PATCH)
    if (answer) server.refuse(PATCH, answer)
    await save()
    await expect.poll(() => written().length).toBe(1)
    await screen.rerender(<Toasts />)
    release()
    await expect.element(screen.getByText(text)).toBeVisible()
    expect(written()).toHaveLength(1)
  })
})

describe('while a write is under way', () => {
  it('entries cannot be changed, and the dialog stays', async () => {
    const { dialog, row, save, button } = await openPreview(server, 'amount')
    const field = row('金額').getByRole('textbox')
    await field.fill('2000000')
    const release = hold(server, PATCH)
    await save()
    await expect.poll(() => dialog.element().querySelector('input')?.closest('[inert]')).toBeTruthy()
    await expect.element(button('Cancel')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(dialog.elements()).toHaveLength(1)
    release()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(written()).toHaveLength(1)
  })

  it('a wait can be stopped, and long ones are shown in minutes', async () => {
    const { dialog, row, save, button } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2000000')
    server.refuse(PATCH, wait('600'))
    await save()
    await expect.element(dialog.getByText(/Trying again automatically in 10 minutes/).first()).toBeVisible()
    await button('Stop').click()
    await expect.element(dialog.getByText(/Trying again automatically/)).not.toBeInTheDocument()
    await row('金額').getByRole('textbox').fill('3000000')
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('3000000')
    expect(written()).toHaveLength(1)
  })
})

describe('values that changed at HubSpot', () => {
  it.each([
    ['another value', '3000000'],
    ['the value from before the change', '1000000'],
  ])('%s that is typed after choosing the one of HubSpot is written', async (_, typed) => {
    server.refuse(PATCH, CONFLICT)
    const { screen, row, save } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2000000')
    await save()
    await row('金額')
      .getByRole('radio', { name: /Current value in HubSpot/ })
      .click()
    await row('金額').getByRole('textbox').fill(typed)
    await expect.element(row('金額').getByRole('radio', { name: /Your value/ })).toBeChecked()
    await save()
    await expect.element(screen.getByText('Deal updated successfully')).toBeVisible()
    expect(written().at(-1)).toMatchObject({ properties: { amount: typed }, overwrite: { amount: '1200000' } })
  })

  it('an unticked property with a conflict does not stop the others', async () => {
    server.refuse(PATCH, CONFLICT)
    const { preview, row, save, tick, button } = await openPreview(server, 'amount', 'kessaisha')
    await row('金額').getByRole('textbox').fill('2000000')
    await row('決裁者').getByRole('textbox').fill('渡辺')
    await save()
    await expect.element(button('Connect to Hubspot')).toBeDisabled()
    await tick('金額')
    await expect.element(preview.getByText('Values have changed in HubSpot')).not.toBeInTheDocument()
    await save()
    await expect.poll(() => written().at(-1)?.['properties']).toEqual({ kessaisha: '渡辺' })
  })
})

describe('values that HubSpot refuses', () => {
  it('the properties are read again, and one that is gone is named', async () => {
    const { preview, row, save, tick } = await openPreview(server, 'amount')
    await tick('決裁者')
    await row('決裁者').getByRole('textbox').fill('渡辺')
    server.refuse(PATCH, refusal(422, 'crm.refused', { errors: { 'properties.kessaisha': ['incorrect'] } }))
    server.master = {
      ...server.master,
      properties: server.master.properties.filter(({ name }) => name !== 'kessaisha'),
    }
    await save()
    await expect.element(preview.getByText(/“決裁者” was removed from HubSpot/)).toBeVisible()
    expect(server.asked('GET /hubspot/master').at(-1)?.query).toEqual({ force: '1', projectFileId: '5' })
    await preview.getByRole('button', { name: 'Deselect' }).click()
    await expect.element(preview.getByText(/was removed from HubSpot/)).not.toBeInTheDocument()
    await save()
    await expect.poll(() => written().at(-1)?.['properties']).toEqual({ amount: '1000000' })
  })

  it.each([
    ['a call that it does not allow', refusal(403, 'crm.forbidden'), 'HubSpot does not allow this for this deal.'],
    [
      'a write as a whole',
      refusal(422, 'crm.refused', { errors: {}, messages: { '': 'Deal is locked' } }),
      'HubSpot did not accept the values. Message of HubSpot: Deal is locked',
    ],
  ])('%s has a text', async (_, answer, text) => {
    server.refuse(PATCH, answer)
    const { screen, row, save } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2000000')
    await save()
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('2000000')
  })

  it('the notice of an ended connection goes when the workspace is connected again', async () => {
    server.refuse(PATCH, refusal(409, 'crm.disconnected'))
    const { dialog, row, save } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2000000')
    server.isConnected = false
    await save()
    const notice = dialog.getByText('The connection to HubSpot has ended')
    await expect.element(notice).toBeVisible()
    server.isConnected = true
    server.publish('crm-connection-changed')
    await expect.element(notice).not.toBeInTheDocument()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('2000000')
  })
})

it('registering without changes sends one value', async () => {
  const { save, row } = await openPreview(server, 'amount', 'kessaisha')
  await expect.element(row('金額')).toBeVisible()
  await save()
  await expect.poll(() => written()[0]?.['properties']).toEqual({ amount: '1000000' })
})

it('a row that was refused does not move while it is corrected', async () => {
  const { preview, row, save } = await openPreview(server, 'amount', 'kessaisha')
  const labels = () =>
    preview
      .getByRole('listitem')
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent)
  await row('決裁者').getByRole('textbox').fill('渡辺')
  server.refuse(PATCH, refusal(422, 'crm.refused', { errors: { 'properties.kessaisha': ['incorrect'] } }))
  await save()
  await expect.poll(labels).toEqual(['決裁者', '金額'])
  const field = row('決裁者').getByRole('textbox')
  await field.click()
  await userEvent.keyboard('さん')
  await expect.element(field).toHaveValue('渡辺さん')
  await expect.element(field).toHaveFocus()
  expect(labels()).toEqual(['決裁者', '金額'])
})

it('CRM-33 search, chosen deal, filters, conflicts and refusals are reset on close', async () => {
  const { screen, opener, dialog, column, preview, row, save, button } = await openPreview(
    server,
    'amount',
    'kessaisha',
  )
  const search = dialog.getByPlaceholder('Search for a deal name')
  const filter = column('Deal Properties').getByRole('searchbox', { name: 'Filter properties' })
  const chosen = () => column('Deal Name').getByRole('radio', { name: /全社導入/ })
  await row('金額').getByRole('textbox').fill('2000000')
  server.refuse(
    PATCH,
    refusal(422, 'crm.refused', { errors: { 'properties.kessaisha': ['incorrect'] } }),
    refusal(409, 'crm.changed', { conflicts: [{ name: 'amount', base: '1000000', current: '1200000' }] }),
  )
  await save()
  await expect.element(preview.getByText(/HubSpot did not accept some values/)).toBeVisible()
  await save()
  await expect.element(preview.getByText('Values have changed in HubSpot')).toBeVisible()
  await filter.fill('決裁')
  await column('Deal Name')
    .getByRole('radio', { name: /トライアル/ })
    .click()
  await search.fill('トライ')
  await expect.element(chosen()).not.toBeInTheDocument()
  await button('Cancel').click()
  await screen.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(chosen()).toBeChecked()
  await expect.element(search).toHaveValue('')
  await expect.element(filter).toHaveValue('')
  await expect.element(row('金額').getByRole('textbox')).toHaveValue('1000000')
  expect(preview.getByText('Values have changed in HubSpot').elements()).toEqual([])
  expect(preview.getByText(/HubSpot did not accept/).elements()).toEqual([])
})
