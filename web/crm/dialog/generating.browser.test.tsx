// Generations that are stopped, that end while the dialog is closed, and that fail.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEAL, generation, value } from '../test/crm-samples.ts'
import { CrmServer } from '../test/crm-server.ts'
import { hold, openPreview, PATCH, refusal } from '../test/open-preview.ts'

const GENERATE = `POST /hubspot/deals/${DEAL}/generate`
const CANCEL = 'POST /hubspot/generations/71/cancel'
const FILE_DEAL = 'GET /hubspot/files/5/deal'

let server: CrmServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  server = new CrmServer()
})
afterEach(() => server.stop())

const AMOUNT = value('amount', { previous: '1000000', value: '3500000', reason: '予算の話' })
const WRITING = generation([value('amount', { status: 'waiting' })], { status: 'writing' })

type Opened = Awaited<ReturnType<typeof openPreview>>

function generate({ button }: Opened) {
  return button('Generate and reflect in preview').click()
}

describe('stopping', () => {
  it('a generation that is starting is canceled as soon as it has started', async () => {
    const opened = await openPreview(server, 'amount')
    const release = hold(server, GENERATE)
    await generate(opened)
    await opened.preview.getByRole('button', { name: 'Stop', exact: true }).click()
    expect(server.asked(CANCEL)).toEqual([])
    release()
    await expect.element(opened.screen.getByText('Generation was stopped.')).toBeVisible()
    expect(server.asked(CANCEL)).toHaveLength(1)
    await expect.element(opened.button('Generate and reflect in preview')).toBeEnabled()
  })
})

describe('reopening', () => {
  it('CRM-33 a generation that is still running is shown, and can be stopped', async () => {
    const opened = await openPreview(server, 'amount')
    await generate(opened)
    await expect.poll(() => server.asked(GENERATE).length).toBe(1)
    await expect.element(opened.preview.getByText('0 of 1 are complete').first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(opened.dialog).not.toBeInTheDocument()
    await opened.opener.click()
    await expect.element(opened.preview.getByText('Generating...').first()).toBeVisible()
    await opened.preview.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.element(opened.screen.getByText('Generation was stopped.')).toBeVisible()
    expect(server.asked(CANCEL)).toHaveLength(1)
  })

  it('CRM-33 values that were generated while the dialog was closed are offered', async () => {
    const opened = await openPreview(server, 'kessaisha')
    await userEvent.keyboard('{Escape}')
    await expect.element(opened.dialog).not.toBeInTheDocument()
    const before = server.asked(FILE_DEAL).length
    server.fileDeal = { ...server.fileDeal, generation: generation([AMOUNT]) }
    server.generate([AMOUNT])
    await expect.poll(() => server.asked(FILE_DEAL).length).toBeGreaterThan(before)
    await opened.opener.click()
    await expect.element(opened.preview.getByText(/There are values for “全社導入” generated on/)).toBeVisible()
    await opened.preview.getByRole('button', { name: 'Show values' }).click()
    await expect.element(opened.row('金額').getByRole('textbox')).toHaveValue('3500000')
  })

  it.each([
    ['was stopped', generation([AMOUNT], { status: 'canceled' })],
    ['found nothing', generation([value('amount')])],
  ])('a generation that %s is not offered', async (_, last) => {
    server.fileDeal = { ...server.fileDeal, generation: last }
    const { preview, row } = await openPreview(server, 'kessaisha')
    await expect.element(row('決裁者')).toBeVisible()
    expect(preview.getByRole('button', { name: 'Show values' }).elements()).toEqual([])
  })

  it('values of a deal that was merged into another one are shown with it, without its former conflicts', async () => {
    server.fileDeal = { ...server.fileDeal, generation: generation([AMOUNT], { deal_id: '900' }) }
    server.generation = server.fileDeal.generation!
    const answer = server.deal.bind(server)
    server.deal = () => ({ ...answer(DEAL), name: '統合後' })
    server.refuse(
      PATCH,
      refusal(409, 'crm.changed', { conflicts: [{ name: 'amount', base: '1000000', current: '1200000' }] }),
    )
    const { preview, row, save } = await openPreview(server, 'amount')
    await row('金額').getByRole('textbox').fill('2000000')
    await save()
    await expect.element(preview.getByText('Values have changed in HubSpot')).toBeVisible()
    await expect.element(preview.getByText(/There are values for “統合後”/)).toBeVisible()
    await preview.getByRole('button', { name: 'Show values' }).click()
    await expect.element(row('金額').getByText('予算の話')).toBeVisible()
    expect(preview.getByText('Values have changed in HubSpot').elements()).toEqual([])
  })
})

describe('refusals', () => {
  it('the generation that is still running is shown', async () => {
    const opened = await openPreview(server, 'amount')
    server.refuse(GENERATE, refusal(409, 'crm.generating'))
    server.generation = WRITING
    server.fileDeal = { ...server.fileDeal, generation: WRITING }
    await expect.element(opened.row('金額')).toBeVisible()
    await generate(opened)
    await expect.element(opened.screen.getByText(/The last generation is still running/)).toBeVisible()
    await opened.preview.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.poll(() => server.asked(CANCEL).length).toBe(1)
  })

  it('a deal that was deleted says so', async () => {
    const opened = await openPreview(server, 'amount')
    await expect.element(opened.row('金額')).toBeVisible()
    server.refuse(GENERATE, refusal(404, 'crm.deal'))
    await generate(opened)
    await expect.element(opened.screen.getByText(/This deal was deleted in HubSpot/)).toBeVisible()
  })

  it('a deal that was deleted before it was opened says so', async () => {
    server.refuse(`GET /hubspot/deals/${DEAL}`, refusal(404, 'crm.deal'))
    const { preview } = await openPreview(server, 'amount')
    await expect.element(preview.getByText(/This deal was deleted in HubSpot/)).toBeVisible()
    expect(preview.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
  })

  it.each([
    ['rate-limit', 'The AI provider is busy. Please try again in a while. No AI chat was used.'],
    ['tpm-exceeded', 'The transcript exceeds what the AI provider accepts at the moment. No AI chat was used.'],
    ['length-limit', 'The transcript is too long. Please select fewer properties and try again. No AI chat was used.'],
    ['server-error', 'Could not generate. No AI chat was used.'],
  ] as const)('a generation that failed because of %s has a text', async (error, text) => {
    const opened = await openPreview(server, 'amount')
    await generate(opened)
    await expect.element(opened.preview.getByText('0 of 1 are complete').first()).toBeVisible()
    server.generate([value('amount', { status: 'failed' })], { status: 'failed', error })
    await expect.element(opened.preview.getByText(text)).toBeVisible()
  })
})

describe('the preview', () => {
  it('no row moves when values are found while a person types', async () => {
    const opened = await openPreview(server, 'amount', 'kessaisha')
    const { preview, row, screen } = opened
    await expect.element(row('金額')).toBeVisible()
    await generate(opened)
    await expect.element(preview.getByText('0 of 2 are complete').first()).toBeVisible()
    await row('金額').getByRole('textbox').fill('2')
    server.generate([value('amount'), value('kessaisha', { value: '渡辺', reason: '決めます' })])
    await expect.element(screen.getByText('Generate successfully')).toBeVisible()
    await expect.element(row('決裁者').getByRole('textbox')).toHaveValue('渡辺')
    await expect.element(row('金額').getByRole('textbox')).toHaveFocus()
    await expect
      .poll(() =>
        preview
          .getByRole('listitem')
          .getByRole('heading')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['金額', '決裁者'])
  })

  it('another pipeline with a retained stage offers its first stage', async () => {
    const opened = await openPreview(server, 'pipeline', 'dealstage')
    await expect.element(opened.row('パイプライン')).toBeVisible()
    await generate(opened)
    await expect.element(opened.preview.getByText('0 of 2 are complete').first()).toBeVisible()
    server.generate([value('pipeline', { value: 'renewal', reason: '更新です' }), value('dealstage')])
    await expect.element(opened.row('取引ステージ').getByRole('combobox')).toHaveValue('r1')
    await opened.save()
    await expect
      .poll(() => server.asked(PATCH)[0]?.body)
      .toMatchObject({ properties: { pipeline: 'renewal', dealstage: 'r1' } })
  })

  it.each(['クローズ日', '開始日時'])('a partly cleared %s does not empty the property', async (label) => {
    server.values = { ...server.values, closedate: '2026-12-24', kickoff: '2026-12-24T00:30:00.000Z' }
    const { row, button } = await openPreview(server, 'closedate', 'kickoff')
    const field = row(label).getByLabelText(`${label} New value`)
    await field.click()
    await userEvent.keyboard('{Backspace}')
    await expect.element(row(label).getByText('Please check the format')).toBeVisible()
    await expect.element(button('Connect to Hubspot')).toBeDisabled()
  })

  it('a group of options has the name of its property', async () => {
    const { row } = await openPreview(server, 'kyougou')
    const group = row('競合').getByRole('group', { name: '競合 New value' })
    await expect.element(group.getByRole('checkbox', { name: 'エー社' })).toBeVisible()
  })
})
