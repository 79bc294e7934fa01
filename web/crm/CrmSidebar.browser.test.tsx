import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../test/fake-socket.ts'
import { clientConfigQuery } from '../platform/client-config.ts'
import { formatDateTime } from '../platform/dates.ts'
import { queryClient } from '../platform/query-client.ts'
import { AT, citation, REGISTERED } from './test/crm-samples.ts'
import { CrmServer } from './test/crm-server.ts'
import { openFileParts } from './test/open-crm.tsx'

let server: CrmServer
beforeEach(async () => {
  await page.viewport(1280, 900)
  server = new CrmServer()
})
afterEach(() => server.stop())

const DEAL_CALL = 'GET /hubspot/files/5/deal'
const FILE_CHANNEL = 'private-project-file-5'
const MONEY = { type: 'number' as const, options: [], isCurrency: true }

/** A written value of a property that is not known. */
function writtenValue(name: string, value: string) {
  return { name, label: name, value, is_shortened: false, written_at: AT, format: null }
}

async function open(options: Parameters<typeof openFileParts>[0] = {}) {
  server.start()
  const { screen } = await openFileParts(options)
  const icon = screen.getByRole('button', { name: 'Hubspot Integration' })
  return { screen, icon, sidebar: screen.getByRole('complementary', { name: 'Hubspot Integration' }) }
}

describe('the icon', () => {
  it.each([
    ['an editor', true, { canEdit: true }, 1],
    ['an editor without a connection', false, { canEdit: true }, 0],
    ['a viewer of a file with a deal', true, { canEdit: false, hasDeal: true }, 1],
    ['a viewer of a file with a deal, without a connection', false, { canEdit: false, hasDeal: true }, 0],
    ['a viewer of a file without a deal', true, { canEdit: false }, 0],
  ])('CRM-09 CRM-10 for %s', async (_, isConnected, options, count) => {
    server.isConnected = isConnected
    const { icon } = await open(options)
    expect(icon.elements()).toHaveLength(count)
  })

  it('CRM-09 appears when the owner connects in another window', async () => {
    server.isConnected = false
    const { icon } = await open()
    await expect.poll(() => server.isSubscribed()).toBe(true)
    server.isConnected = true
    server.publish('crm-connection-changed')
    await expect.element(icon).toBeVisible()
  })
})

describe('the sidebar', () => {
  it('CRM-12 CRM-13 has the heading "Hubspot Integration" and loads the deal of the file once', async () => {
    const { icon, sidebar } = await open()
    await expect.poll(() => FakeSocket.last?.subscribed.has(FILE_CHANNEL)).toBe(true)
    expect(server.asked(DEAL_CALL)).toHaveLength(0)
    await icon.click()
    await expect.element(sidebar.getByRole('heading', { name: 'Hubspot Integration' })).toBeVisible()
    await expect.element(sidebar.getByText('Connect to Hubspot!')).toBeVisible()
    await icon.click()
    await icon.click()
    await expect.element(sidebar.getByText('Connect to Hubspot!')).toBeVisible()
    expect(server.asked(DEAL_CALL)).toHaveLength(1)
  })

  it('CRM-14 without a deal says how to register one', async () => {
    const { icon, sidebar } = await open()
    await icon.click()
    await expect.element(sidebar.getByRole('heading', { name: 'Connect to Hubspot!' })).toBeVisible()
    await expect
      .element(sidebar.getByText('You can update transaction information based on conversation content.'))
      .toBeVisible()
    await expect.element(sidebar.getByRole('button', { name: 'Register transaction information' })).toBeVisible()
  })

  it('CRM-15 CRM-11 shows a registered deal with a link and an edit action', async () => {
    server.fileDeal = {
      ...server.fileDeal,
      deal: REGISTERED,
      written: [{ ...writtenValue('amount', '3500000'), label: '金額', format: MONEY }],
    }
    const { icon, sidebar } = await open({ hasDeal: true })
    await icon.click()
    const link = sidebar.getByRole('link', { name: 'Open “全社導入” in HubSpot (new tab)' })
    await expect.element(link).toHaveAttribute('href', REGISTERED.url!)
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(sidebar.getByText('営業パイプライン')).toBeVisible()
    await expect.element(sidebar.getByText('アポ獲得')).toBeVisible()
    await expect.element(sidebar.getByText('¥3,500,000')).toBeVisible()
    await expect.element(sidebar.getByRole('button', { name: 'Edit transaction information' })).toBeVisible()
  })

  it('CRM-11 a viewer sees the deal without a link and without actions', async () => {
    server.fileDeal = { ...server.fileDeal, deal: { ...REGISTERED, url: null }, can: { edit: false } }
    const { icon, sidebar } = await open({ canEdit: false, hasDeal: true })
    await icon.click()
    await expect.element(sidebar.getByRole('heading', { name: '全社導入' })).toBeVisible()
    expect(sidebar.getByRole('link').elements()).toEqual([])
    expect(sidebar.getByRole('button', { name: 'Edit transaction information' }).elements()).toEqual([])
    expect(sidebar.getByRole('button', { name: 'Remove registration' }).elements()).toEqual([])
  })

  it('CRM-11 the header of the page has the deal by name with a link to HubSpot', async () => {
    const { screen } = await open({ hasDeal: true })
    const url = { hubspot_url: 'https://app.hubspot.com' }
    queryClient.setQueryData(clientConfigQuery.queryKey, (config) => config && { ...config, ...url })
    const link = screen.getByRole('banner').getByRole('link', { name: 'Open “全社導入” in HubSpot (new tab)' })
    await expect.element(link).toHaveTextContent('全社導入')
    await expect.element(link).toHaveAttribute('href', REGISTERED.url!)
  })

  it('without a connection a viewer reads written values without codes', async () => {
    const values = { nda: 'false', closedate: '2026-12-31', kickoff: '2026-12-01T03:00:00.000Z', kyougou: 'a;c' }
    const written = Object.entries(values).map(([name, value]) => writtenValue(name, value))
    server.fileDeal = {
      ...server.fileDeal,
      deal: { ...REGISTERED, url: null },
      written: [...written, writtenValue('memo', '要望: A; B')],
      portal: null,
      can: { edit: false },
    }
    const { icon, sidebar } = await open({ canEdit: false, hasDeal: true })
    await icon.click()
    for (const text of ['No', '2026/12/31', formatDateTime(values.kickoff), 'a; c', '要望: A; B'])
      await expect.element(sidebar.getByText(text, { exact: true })).toBeVisible()
  })

  it('a viewer reads labels of stages, amounts and percentages', async () => {
    const stage = { type: 'enumeration' as const, options: [{ value: '3060871', label: '提案' }], isCurrency: false }
    const share = { type: 'number' as const, options: [], isCurrency: false, isPercent: true }
    server.fileDeal = {
      ...server.fileDeal,
      deal: { ...REGISTERED, url: null },
      written: [
        { ...writtenValue('dealstage', '3060871'), format: stage },
        { ...writtenValue('amount', '3500000'), format: MONEY },
        { ...writtenValue('kakudo', '0.3'), format: share },
      ],
      can: { edit: false },
    }
    const { icon, sidebar } = await open({ canEdit: false, hasDeal: true })
    await icon.click()
    for (const text of ['提案', '¥3,500,000', '30%'])
      await expect.element(sidebar.getByText(text, { exact: true })).toBeVisible()
    expect(server.asked('GET /hubspot/master')).toEqual([])
  })

  it.each([
    ['the channel of the file is subscribed again', () => FakeSocket.last?.confirm(FILE_CHANNEL)],
    ['the channel of the user is subscribed again', () => FakeSocket.last?.confirm('private-user-1')],
    ['the rights of the person change', () => server.publish('rights-changed')],
  ])('shows a deal that was registered elsewhere when %s', async (_, happen) => {
    const { icon, sidebar } = await open()
    await icon.click()
    await expect.element(sidebar.getByText('Connect to Hubspot!')).toBeVisible()
    await expect.poll(() => FakeSocket.last?.subscribed.size).toBe(2)
    server.fileDeal = { ...server.fileDeal, deal: REGISTERED }
    happen()
    await expect.element(sidebar.getByRole('heading', { name: /全社導入/ })).toBeVisible()
  })

  it('shows a deal that was registered between its load and the first subscription', async () => {
    server.start()
    FakeSocket.isHeld = true
    const { screen } = await openFileParts()
    const sidebar = screen.getByRole('complementary', { name: 'Hubspot Integration' })
    await screen.getByRole('button', { name: 'Hubspot Integration' }).click()
    await expect.element(sidebar.getByText('Connect to Hubspot!')).toBeVisible()
    await expect.poll(() => FakeSocket.held).toContain(FILE_CHANNEL)
    server.fileDeal = { ...server.fileDeal, deal: REGISTERED }
    FakeSocket.confirm()
    await expect.element(sidebar.getByRole('heading', { name: /全社導入/ })).toBeVisible()
  })

  it('the registration can be removed after a question', async () => {
    server.fileDeal = { ...server.fileDeal, deal: REGISTERED }
    const { screen, icon, sidebar } = await open({ hasDeal: true })
    await icon.click()
    await sidebar.getByRole('button', { name: 'Remove registration' }).click()
    expect(server.asked('DELETE /hubspot/files/5/deal')).toEqual([])
    await screen.getByRole('dialog').getByRole('button', { name: 'Remove registration' }).click()
    await expect.element(sidebar.getByText('Connect to Hubspot!')).toBeVisible()
  })

  it('only the quote whose button was pressed last shows that it plays', async () => {
    const change = { name: 'amount', label: '金額', before: null, after: '3500000', reason: null }
    server.writes = [
      {
        id: 1,
        status: 'written',
        deal_id: '901',
        deal_name: '全社導入',
        written_by: REGISTERED.registered_by,
        created_at: AT,
        properties: [{ ...change, is_shortened: false, citations: [citation(1), citation(2, { time: 125 })] }],
      },
    ]
    const { icon, sidebar } = await open()
    await icon.click()
    await sidebar.getByRole('button', { name: 'Show history of updates' }).click()
    await sidebar.getByText('Reason and evidence').click()
    const [first, second] = ['01:05', '02:05'].map((time) => sidebar.getByRole('button', { name: `Play from ${time}` }))
    await first!.click()
    await expect.element(sidebar.getByRole('button', { name: 'Stop playing' })).toBeVisible()
    await second!.click()
    await expect.element(first!).toBeVisible()
    await expect.element(second!).not.toBeInTheDocument()
    expect(sidebar.getByRole('button', { name: 'Stop playing' }).elements()).toHaveLength(1)
  })

  it.each([
    ['is being sent', 0, 'Sending'],
    ['has had no answer for an hour', 3_600_000, 'Result not confirmed by HubSpot'],
  ])('a write that %s', async (_, age, shown) => {
    const write = { id: 1, status: 'sending' as const, deal_id: '901', deal_name: '全社導入', properties: [] }
    const created_at = new Date(Date.now() - age).toISOString()
    server.writes = [{ ...write, written_by: REGISTERED.registered_by, created_at }]
    const { icon, sidebar } = await open()
    await icon.click()
    await sidebar.getByRole('button', { name: 'Show history of updates' }).click()
    const history = sidebar.getByRole('list', { name: 'History of updates' })
    await expect.element(history.getByText(shown, { exact: true })).toBeVisible()
  })

  it('shows the history with values before and after, and its evidence plays in the transcript', async () => {
    const change = { name: 'amount', label: '金額', before: '1000000', after: '3500000', reason: '予算の話' }
    server.writes = [
      {
        id: 1,
        status: 'written',
        deal_id: '901',
        deal_name: '全社導入',
        written_by: REGISTERED.registered_by,
        created_at: AT,
        properties: [{ ...change, is_shortened: false, citations: [citation(1, { quote: '予算は三百五十万円です' })] }],
      },
    ]
    const { icon, sidebar } = await open()
    await icon.click()
    await sidebar.getByRole('button', { name: 'Show history of updates' }).click()
    const history = sidebar.getByRole('list', { name: 'History of updates' })
    await expect.element(history.getByText('¥1,000,000')).toBeVisible()
    await expect.element(history.getByText('¥3,500,000')).toBeVisible()
    await history.getByText('Reason and evidence').click()
    await expect.element(history.getByText('予算の話')).toBeVisible()
    await expect.element(history.getByRole('button', { name: 'Play from 01:05' })).toBeVisible()
    await expect.element(history.getByText('予算は三百五十万円です')).toBeVisible()
  })
})
