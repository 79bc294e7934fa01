import { KEPT_REASON } from '@kaiwa/contract/crm-words.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { AT, citation, DEAL, generation, PROPERTIES, property, REGISTERED, value } from '../test/crm-samples.ts'
import { CrmServer } from '../test/crm-server.ts'
import { openFileParts } from '../test/open-crm.tsx'

const KEPT =
  'The previous value of "No value" was retained because no clear role of the decision maker was indicated during the conversation.'
const PATCH = `PATCH /hubspot/deals/${DEAL}`

let server: CrmServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new CrmServer()
  server.fileDeal = { ...server.fileDeal, deal: REGISTERED }
})
afterEach(() => server.stop())

/** Opens the dialog of the registered deal with these properties ticked. */
async function openPreview(...names: string[]) {
  server.master = { ...server.master, setting_properties: names }
  server.start()
  const { screen, player } = await openFileParts({ hasDeal: true })
  await screen.getByRole('button', { name: 'Hubspot Integration' }).click()
  await screen.getByRole('button', { name: 'Edit transaction information' }).click()
  const dialog = screen.getByRole('dialog')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('list', { name: 'Preview' })).toBeVisible()
  const row = (label: string) => preview.getByRole('listitem', { name: label, exact: true })
  const generate = async () => {
    await dialog.getByRole('button', { name: 'Generate and reflect in preview' }).click()
    await expect.element(preview.getByText('Generating...').first()).toBeVisible()
    await expect.poll(() => server.isSubscribed()).toBe(true)
  }
  const save = () => dialog.getByRole('button', { name: 'Connect to Hubspot', exact: true }).click()
  return { screen, dialog, preview, row, generate, save, player }
}

const AMOUNT = value('amount', {
  previous: '1000000',
  value: '3500000',
  reason: '予算として三百五十万円と話しています。',
  citations: [citation(1, { quote: '予算は三百五十万円です', time: 65 })],
})

describe('generating', () => {
  it('CRM-25 CRM-27 CRM-30 values arrive one by one with reason and evidence', async () => {
    const { screen, preview, row, generate } = await openPreview('amount', 'kessaisha')
    await generate()
    expect(server.asked(`POST /hubspot/deals/${DEAL}/generate`).map(({ body }) => body)).toEqual([
      { projectFileId: 5, selectedProperties: ['amount', 'kessaisha'] },
    ])
    server.generate([AMOUNT, value('kessaisha', { status: 'waiting' })], { status: 'writing' })
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('3500000')
    await expect.element(row('金額').getByText('予算として三百五十万円と話しています。')).toBeVisible()
    await expect.element(row('金額').getByText('予算は三百五十万円です')).toBeVisible()
    await expect.element(row('金額').getByRole('deletion')).toHaveTextContent('¥1,000,000')
    await expect.element(preview.getByText('1 of 2 are complete').first()).toBeVisible()
    await expect.element(row('決裁者').getByText('Generating...')).toBeVisible()
    const spinners = () => preview.element().querySelectorAll('.mantine-Loader-root').length
    expect(spinners()).toBeGreaterThan(0)
    server.generate([AMOUNT, value('kessaisha', { reason: KEPT_REASON.en })])
    await expect.element(screen.getByText('Generate successfully')).toBeVisible()
    await expect.element(preview.getByText('Generating...')).not.toBeInTheDocument()
    expect(spinners()).toBe(0)
  })

  it('CRM-29 an empty value keeps the previous one, with the reason of the specification', async () => {
    server.values = { ...server.values, kessaisha: '渡辺' }
    const { row, generate, save } = await openPreview('amount', 'kessaisha')
    await generate()
    server.generate([AMOUNT, value('kessaisha', { previous: '渡辺', reason: KEPT })])
    await expect.element(row('決裁者').getByText(KEPT)).toBeVisible()
    await expect.element(row('決裁者').getByText('Previous value retained')).toBeVisible()
    await expect.element(row('決裁者').getByText('渡辺', { exact: true })).toBeVisible()
    await expect.element(row('決裁者').getByRole('textbox')).toHaveValue('渡辺')
    await save()
    await expect.poll(() => server.asked(PATCH)[0]?.body).toMatchObject({ properties: { amount: '3500000' } })
    expect(server.asked(PATCH)[0]).not.toHaveProperty('body.properties.kessaisha')
  })

  it('the evidence plays the recording at its second, and stops it', async () => {
    const { row, generate, player } = await openPreview('amount')
    await generate()
    server.generate([AMOUNT])
    await row('金額').getByRole('button', { name: 'Play from 01:05' }).click()
    expect(player?.time()).toBe(65)
    await row('金額').getByRole('button', { name: 'Stop playing' }).click()
    expect(player?.getState().playing).toBe(false)
  })

  it('can be stopped; values without a model are labelled', async () => {
    server.fileDeal = { ...server.fileDeal, note: 'no-model' }
    const { screen, dialog, preview, row, generate } = await openPreview('amount', 'kessaisha')
    await expect.element(dialog.getByText(/No AI model is connected.* counts as one AI chat/)).toBeVisible()
    await generate()
    server.generate([AMOUNT, value('kessaisha', { status: 'waiting' })], { status: 'writing', model: null })
    await expect.element(preview.getByText('Written by rules')).toBeVisible()
    await preview.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.element(screen.getByText('Generation was stopped.')).toBeVisible()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('3500000')
    expect(server.asked('POST /hubspot/generations/71/cancel')).toHaveLength(1)
  })

  it('a value that a person typed is not replaced by a generated one, which can be used instead', async () => {
    const { row, generate } = await openPreview('amount')
    await row('金額').getByRole('textbox').fill('200万円')
    await generate()
    server.generate([AMOUNT])
    await expect.element(row('金額').getByText('Generated value: ¥3,500,000')).toBeVisible()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('200万円')
    await row('金額').getByRole('button', { name: 'Use generated value' }).click()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('3500000')
  })

  it('CRM-33 reopening offers the last generation', async () => {
    server.fileDeal = { ...server.fileDeal, generation: generation([AMOUNT], { created_at: AT }) }
    server.generation = server.fileDeal.generation!
    const { preview, row } = await openPreview('kessaisha')
    await preview.getByRole('button', { name: 'Show values' }).click()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('3500000')
  })

  it('without AI chats nothing can be generated, and values can be written by hand', async () => {
    server.fileDeal = { ...server.fileDeal, remain: 0 }
    const { dialog } = await openPreview('amount')
    await expect.element(dialog.getByText(/All AI chats of this month are used/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Generate and reflect in preview' })).toBeDisabled()
    await expect.element(dialog.getByRole('button', { name: 'Connect to Hubspot' })).toBeEnabled()
  })
})

describe('editing', () => {
  it('CRM-28 several options are joined with ";"; values are checked before they are sent', async () => {
    const { row, save, dialog } = await openPreview('amount', 'closedate', 'kickoff', 'kyougou', 'nda')
    await row('競合').getByRole('checkbox', { name: 'シー社' }).click()
    await row('競合').getByRole('checkbox', { name: 'エー社' }).click()
    await row('秘密保持契約').getByRole('combobox').selectOptions('Yes')
    await row('クローズ日').getByLabelText('クローズ日 New value').fill('2026-12-24')
    await row('開始日時').getByLabelText('開始日時 New value').fill('2026-12-24T09:30')
    await row('金額').getByRole('textbox').fill('たくさん')
    await expect.element(row('金額').getByText('Please check the format')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Connect to Hubspot' })).toBeDisabled()
    await row('金額').getByRole('textbox').fill('三百五十万円')
    await save()
    await expect
      .poll(() => server.asked(PATCH)[0]?.body)
      .toMatchObject({
        properties: {
          amount: '3500000',
          closedate: '2026-12-24',
          kickoff: '2026-12-24T00:30:00.000Z',
          kyougou: 'a;c',
          nda: 'true',
        },
      })
  })

  it('a percentage is shown and typed in percent, and stored as a fraction', async () => {
    const share = property('kakudo', '受注確度', { type: 'number', fieldType: 'number', isPercent: true })
    server.master = { ...server.master, properties: [...PROPERTIES, share] }
    server.values = { ...server.values, kakudo: '0.3' }
    const { row, save } = await openPreview('kakudo')
    await expect.element(row('受注確度').getByText('30%', { exact: true })).toBeVisible()
    const field = row('受注確度').getByRole('textbox')
    await expect.element(field).toHaveAccessibleName('受注確度 New value (%)')
    await expect.element(field).toHaveValue('30')
    await field.fill('12.5')
    await expect.element(field).toHaveValue('12.5')
    await save()
    await expect.poll(() => server.asked(PATCH)[0]?.body).toMatchObject({ properties: { kakudo: '0.125' } })
  })

  it('another pipeline brings its own stages', async () => {
    const { row, save } = await openPreview('pipeline', 'dealstage')
    await row('パイプライン').getByRole('combobox').selectOptions('更新')
    await expect.element(row('取引ステージ').getByRole('combobox')).toHaveValue('r1')
    await save()
    await expect
      .poll(() => server.asked(PATCH)[0]?.body)
      .toMatchObject({
        properties: { pipeline: 'renewal', dealstage: 'r1' },
        base: { pipeline: 'default', dealstage: 's1' },
      })
  })
})

describe('writing', () => {
  it('CRM-31 CRM-32 writes what changed, with what was seen, and shows "Deal updated successfully"', async () => {
    const { screen, dialog, generate, save } = await openPreview('amount', 'kessaisha')
    await generate()
    server.generate([AMOUNT, value('kessaisha', { reason: KEPT })])
    await expect.element(screen.getByText('Generate successfully')).toBeVisible()
    await save()
    await expect.element(screen.getByText('Deal updated successfully')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(server.asked(PATCH).map(({ body }) => body)).toEqual([
      {
        projectFileId: 5,
        properties: { amount: '3500000' },
        base: { amount: '1000000' },
        overwrite: {},
        is_save_property: false,
        setting_properties: null,
        generation_id: 71,
        write_key: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ])
  })

  it('CRM-40 with "Save the setting" all ticked properties are saved, and only those that change are written', async () => {
    const { dialog, row, save } = await openPreview('amount', 'kessaisha')
    await row('金額').getByRole('textbox').fill('2')
    await dialog.getByRole('checkbox', { name: 'Save the setting' }).click()
    await save()
    await expect
      .poll(() => server.asked(PATCH)[0]?.body)
      .toMatchObject({ is_save_property: true, setting_properties: ['amount', 'kessaisha'] })
    const [{ properties, base } = {}] = server.asked(PATCH).map(({ body }) => body as Record<string, unknown>)
    expect([properties, base]).toEqual([{ amount: '2' }, { amount: '1000000' }])
  })

  it('a deal is registered without sending an unchanged value whose option HubSpot has removed', async () => {
    server.values = { ...server.values, kyougou: 'a;removed' }
    const { dialog, save } = await openPreview('kyougou', 'nda')
    await dialog.getByRole('checkbox', { name: 'Save the setting' }).click()
    await save()
    await expect
      .poll(() => server.asked(PATCH)[0]?.body)
      .toMatchObject({ properties: { nda: '' }, setting_properties: ['kyougou', 'nda'] })
    expect(server.asked(PATCH)[0]?.body).not.toHaveProperty('properties.kyougou')
  })

  it('a deal whose only ticked value has a removed option is registered by its name as it is', async () => {
    server.values = { ...server.values, kyougou: 'removed' }
    const conflicts = [{ name: 'dealname', base: '全社導入', current: '全社導入 第二期' }]
    server.refuse(PATCH, { status: 409, body: { error: 'E_CONFLICT', reason: 'crm.changed', conflicts } })
    const { screen, save } = await openPreview('kyougou')
    await save()
    await expect.element(screen.getByText('Deal updated successfully')).toBeVisible()
    const written = server.asked(PATCH).map(({ body }) => body as Record<string, unknown>)
    const nameOf = (dealname: string) => ({ properties: { dealname }, base: { dealname }, overwrite: {} })
    expect(written).toEqual([
      expect.objectContaining(nameOf('全社導入')),
      expect.objectContaining(nameOf('全社導入 第二期')),
    ])
  })

  it('a value that changed at HubSpot is not overwritten before the person has chosen', async () => {
    const conflicts = [{ name: 'amount', base: '1000000', current: '1200000' }]
    server.refuse(PATCH, { status: 409, body: { error: 'E_CONFLICT', reason: 'crm.changed', conflicts } })
    const { screen, preview, dialog, row, save } = await openPreview('amount')
    await row('金額').getByRole('textbox').fill('2000000')
    await save()
    await expect.element(preview.getByText('Values have changed in HubSpot')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Connect to Hubspot' })).toBeDisabled()
    const choice = row('金額').getByRole('group', { name: 'Value of “金額”' })
    await expect.element(choice.getByRole('radio', { name: /Current value in HubSpot.*¥1,200,000/ })).not.toBeChecked()
    await choice.getByRole('radio', { name: /Your value.*¥2,000,000/ }).click()
    await save()
    await expect.element(screen.getByText('Deal updated successfully')).toBeVisible()
    const [first, second] = server.asked(PATCH).map(({ body }) => body as Record<string, unknown>)
    expect(second).toMatchObject({ properties: { amount: '2000000' }, overwrite: { amount: '1200000' } })
    expect(second!['write_key']).not.toBe(first!['write_key'])
  })

  it('the value of HubSpot can be kept', async () => {
    const conflicts = [{ name: 'amount', base: '1000000', current: '1200000' }]
    server.refuse(PATCH, { status: 409, body: { error: 'E_CONFLICT', reason: 'crm.changed', conflicts } })
    const { row, save } = await openPreview('amount', 'kessaisha')
    await row('金額').getByRole('textbox').fill('2000000')
    await row('決裁者').getByRole('textbox').fill('渡辺')
    await save()
    await row('金額')
      .getByRole('radio', { name: /Current value in HubSpot/ })
      .click()
    await save()
    await expect
      .poll(() => server.asked(PATCH).at(-1)?.body)
      .toMatchObject({
        properties: { kessaisha: '渡辺' },
        overwrite: {},
      })
    expect(server.asked(PATCH).at(-1)).not.toHaveProperty('body.properties.amount')
  })

  it('refused values are shown at their field with the text of HubSpot', async () => {
    const errors = { 'properties.amount': ['incorrect'] }
    const messages = { amount: 'amount is too large' }
    server.refuse(PATCH, {
      status: 422,
      body: { error: 'E_UNPROCESSABLE_ENTITY', reason: 'crm.refused', errors, messages },
    })
    const { row, save } = await openPreview('amount')
    await row('金額').getByRole('textbox').fill('99999999999')
    await save()
    await expect
      .element(row('金額').getByText('HubSpot did not accept this value: amount is too large', { exact: true }))
      .toBeVisible()
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('99999999999')
  })

  it('a connection that ended says what to do, and keeps the entries', async () => {
    server.refuse(PATCH, { status: 409, body: { error: 'E_CONFLICT', reason: 'crm.disconnected' } })
    const { row, save, dialog } = await openPreview('amount')
    server.isConnected = false
    await row('金額').getByRole('textbox').fill('2000000')
    await save()
    await expect.element(dialog.getByText('The connection to HubSpot has ended')).toBeVisible()
    await expect
      .element(dialog.getByRole('link', { name: 'Open the Cooperation page (new tab)' }))
      .toHaveAttribute('target', '_blank')
    await expect.element(row('金額').getByRole('textbox')).toHaveValue('2000000')
  })

  it('a write whose answer is lost is repeated with the same key', async () => {
    server.refuse(PATCH, { status: 503, body: { error: 'E_UNAVAILABLE', reason: 'crm.unavailable' } })
    const { screen, row, save } = await openPreview('amount')
    await row('金額').getByRole('textbox').fill('2000000')
    await save()
    await expect.element(screen.getByText(/HubSpot does not respond/)).toBeVisible()
    await save()
    await expect.element(screen.getByText('Deal updated successfully')).toBeVisible()
    const keys = server.asked(PATCH).map(({ body }) => (body as { write_key: string }).write_key)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })
})
