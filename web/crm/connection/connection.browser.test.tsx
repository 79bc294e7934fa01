import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../platform/query-client.ts'
import { sessionQuery } from '../../platform/session.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { AT, REGISTERED } from '../test/crm-samples.ts'
import { CrmServer } from '../test/crm-server.ts'
import { openConnection } from '../test/open-crm.tsx'

const PAGE = '/mypage/hubspot-connect'
const PORTAL = { hubspot_id: '12345', name: 'sakura.example', connected_at: AT, connected_by: REGISTERED.registered_by }

let server: CrmServer
beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  server = new CrmServer()
  server.isConnected = false
})
afterEach(() => {
  server.stop()
  location.hash = ''
})

async function open(path = PAGE) {
  server.start()
  return openConnection(path)
}

function button(screen: Awaited<ReturnType<typeof open>>, name: string) {
  return screen.getByRole('button', { name, exact: true })
}

describe('the cooperation page', () => {
  it('CRM-01 connects: the button asks for HubSpot’s page and opens it', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('heading', { name: 'Cooperation' })).toBeVisible()
    await expect.element(screen.getByText('Disconnected', { exact: true })).toBeVisible()
    await button(screen, 'Connect to Hubspot').click()
    await expect.poll(() => location.hash).toBe('#at-hubspot')
    expect(server.asked('GET /hubspot/url').map(({ query }) => query)).toEqual([{ is_app: '0' }])
  })

  it('ACC-03 the menu of the owner has the entry Cooperation', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('link', { name: 'Cooperation' })).toHaveAttribute('href', PAGE)
  })

  it('CRM-02 CRM-06 a code in the query connects once, is removed, and the status is connected', async () => {
    const screen = await open(`${PAGE}?code=c1&state=s1`)
    await expect.element(screen.getByText('Hubspot is connected successfully')).toBeVisible()
    await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('sakura.example')).toBeVisible()
    await expect.element(screen.getByRole('status', { name: 'address' })).toHaveTextContent(PAGE)
    // The page is shown in strict mode, which runs each effect twice.
    expect(server.asked('POST /hubspot/connect').map(({ body }) => body)).toEqual([
      { code: 'c1', state: 's1', redirect_uri: `${location.origin}/hubspot/callback` },
    ])
    await expect.poll(() => queryClient.getQueryData(sessionQuery.queryKey)?.is_hubspot_connected).toBe(true)
  })

  it('CRM-02 a second window with the same code does not use it, and shows the result of the first', async () => {
    localStorage.setItem('kaiwa.crm-state', 's1')
    server.connection = { status: 'connected', problem: null, portal: PORTAL, is_trial: false }
    const screen = await open(`${PAGE}?code=c1&state=s1`)
    await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
    await expect.poll(() => screen.getByRole('status', { name: 'address' }).element().textContent).toBe(PAGE)
    expect(server.asked('POST /hubspot/connect')).toEqual([])
  })

  it('ERR-23 a connect of a connected workspace shows "Hubspot is already connected. Please try again"', async () => {
    server.refuse('POST /hubspot/connect', { status: 409, body: { error: 'HUBSPOT_IS_ALREADY_CONNECTED' } })
    const screen = await open(`${PAGE}?code=c1&state=s2`)
    await expect.element(screen.getByText('Hubspot is already connected. Please try again')).toBeVisible()
  })

  it.each([
    ['a used code', { error: 'E_UNPROCESSABLE_ENTITY', errors: { state: ['incorrect'] } }, 422, /was used already/],
    ['missing rights', { error: 'E_FORBIDDEN', reason: 'crm.scopes' }, 403, /grant all of them/],
    ['a silent HubSpot', { error: 'E_UNAVAILABLE', reason: 'crm.unavailable' }, 503, /HubSpot does not respond/],
  ])('says what to do after %s', async (name, body, status, text) => {
    server.refuse('POST /hubspot/connect', { status, body })
    const screen = await open(`${PAGE}?code=c1&state=${encodeURIComponent(name)}`)
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(button(screen, 'Connect to Hubspot')).toBeVisible()
  })

  it('CRM-03 CRM-07 asks before it disconnects, then shows "Hubspot is disconnected successfully"', async () => {
    server.connection = { status: 'connected', problem: null, portal: PORTAL, is_trial: false }
    const screen = await open()
    await button(screen, 'Disconnect').click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('Disconnect from HubSpot?')).toBeVisible()
    expect(server.asked('DELETE /hubspot/connect')).toEqual([])
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect.element(screen.getByText('Hubspot is disconnected successfully')).toBeVisible()
    await expect.element(button(screen, 'Connect to Hubspot')).toBeVisible()
    expect(server.asked('DELETE /hubspot/connect')[0]?.body).toBeUndefined()
  })

  it('CRM-03 the question can be canceled', async () => {
    server.connection = { status: 'connected', problem: null, portal: PORTAL, is_trial: false }
    const screen = await open()
    await button(screen, 'Disconnect').click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(server.asked('DELETE /hubspot/connect')).toEqual([])
  })

  it('CRM-08 a failed disconnect shows "We could not disconnect to hubspot. Please try again"', async () => {
    server.connection = { status: 'connected', problem: null, portal: PORTAL, is_trial: false }
    server.refuse('DELETE /hubspot/connect', { status: 500, body: { error: 'E_INTERNAL' } })
    const screen = await open()
    await button(screen, 'Disconnect').click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect.element(screen.getByText('We could not disconnect to hubspot. Please try again')).toBeVisible()
    await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
  })

  it('says which variables to set while HubSpot is not set up', async () => {
    server.connection = { status: 'disconnected', problem: 'not-set', portal: null, is_trial: false }
    const screen = await open()
    await expect.element(screen.getByText('KAIWA_HUBSPOT_CLIENT_ID')).toBeVisible()
    await expect.element(screen.getByText('KAIWA_HUBSPOT_CLIENT_SECRET')).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Read how to set it up' }))
      .toHaveAttribute('href', '/guide/crm#setup')
    expect(button(screen, 'Connect to Hubspot').elements()).toEqual([])
    expect(button(screen, 'Disconnect').elements()).toEqual([])
  })

  it('a portal from before the settings were removed can be disconnected', async () => {
    server.connection = { status: 'disconnected', problem: 'not-set', portal: PORTAL, is_trial: false }
    const screen = await open()
    await expect.element(screen.getByText('sakura.example')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Connect/ }).elements()).toEqual([])
    await button(screen, 'Disconnect').click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect.element(screen.getByText('Hubspot is disconnected successfully')).toBeVisible()
    expect(server.asked('DELETE /hubspot/connect')).toHaveLength(1)
  })

  it.each([
    ['revoked', /HubSpot no longer gives Kaiwa access/],
    ['scopes', /HubSpot no longer grants all the rights/],
  ] as const)('with the problem %s says what happened and connects again', async (problem, text) => {
    server.connection = { status: 'disconnected', problem, portal: PORTAL, is_trial: true }
    const screen = await open()
    await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible()
    await expect.element(screen.getByText('Trial HubSpot')).toBeVisible()
    await button(screen, 'Connect to Hubspot again').click()
    await expect.poll(() => location.hash).toBe('#at-hubspot')
  })

  it('a page that was left while it connects does not come back', async () => {
    const answer = Promise.withResolvers<void>()
    server.held.set('POST /hubspot/connect', answer.promise)
    const screen = await open(`${PAGE}?code=c1&state=left`)
    await expect.poll(() => server.asked('POST /hubspot/connect').length).toBe(1)
    await screen.getByRole('link', { name: 'Account' }).click()
    const address = screen.getByRole('status', { name: 'address' })
    await expect.element(address).toHaveTextContent('/mypage/profile')
    answer.resolve()
    await expect.element(screen.getByText('Hubspot is connected successfully')).toBeVisible()
    await navigator.locks.request('kaiwa.crm-state', () => undefined)
    await expect.element(address).toHaveTextContent('/mypage/profile')
  })

  it('shows a change that was missed while the connection of its messages was interrupted', async () => {
    const screen = await open()
    await expect.element(button(screen, 'Connect to Hubspot')).toBeVisible()
    await expect.poll(() => server.isSubscribed()).toBe(true)
    server.connection = { status: 'connected', problem: null, portal: PORTAL, is_trial: false }
    FakeSocket.last?.confirm('private-user-1')
    await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
  })

  it('another window shows the change when crm-connection-changed arrives', async () => {
    const screen = await open()
    await expect.element(button(screen, 'Connect to Hubspot')).toBeVisible()
    server.connection = { status: 'connected', problem: null, portal: PORTAL, is_trial: false }
    server.isConnected = true
    await expect.poll(() => server.isSubscribed()).toBe(true)
    server.publish('crm-connection-changed')
    await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
    await expect.poll(() => queryClient.getQueryData(sessionQuery.queryKey)?.is_hubspot_connected).toBe(true)
  })
})

describe('the callback page', () => {
  it('CRM-04 leads to the address of the answer', async () => {
    const screen = await open('/hubspot/callback?code=c1&state=s1')
    await expect
      .element(screen.getByRole('status', { name: 'address' }))
      .toHaveTextContent('/mypage/hubspot-connect?code=c1&state=s1')
    expect(server.asked('GET /hubspot/callback').map(({ query }) => query)).toEqual([{ code: 'c1', state: 's1' }])
  })

  it('CRM-05 for the app it passes the code by a link with a custom scheme', async () => {
    const link = 'web+kaiwa://mypage/hubspot-connect?code=c1&state=s1'
    server.callback = { location: link, is_app: true }
    const screen = await open('/hubspot/callback?code=c1&state=s1')
    await expect.element(screen.getByRole('link', { name: 'Open the app' })).toHaveAttribute('href', link)
    await expect
      .element(screen.getByRole('link', { name: 'Continue in this browser' }))
      .toHaveAttribute('href', '/mypage/hubspot-connect?code=c1&state=s1')
  })

  it('CRM-05 in the window of the app it leads to the cooperation page with the code', async () => {
    const original = globalThis.matchMedia.bind(globalThis)
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      original(query.includes('display-mode: standalone') ? 'all' : query),
    )
    server.callback = { location: 'web+kaiwa://mypage/hubspot-connect?code=c1&state=s1', is_app: true }
    const screen = await open('/hubspot/callback?code=c1&state=s1')
    await expect
      .element(screen.getByRole('status', { name: 'address' }))
      .toHaveTextContent('/mypage/hubspot-connect?code=c1&state=s1')
  })

  it('does not follow an address of another origin', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    server.callback = { location: 'https://evil.example/x', is_app: true }
    const screen = await open('/hubspot/callback?code=c1&state=s1')
    await expect.element(screen.getByRole('alert').getByText(/could not be completed/)).toBeVisible()
    expect(log.mock.calls.map(([error]) => String(error))).toEqual([
      'Error: An address of another origin: https://evil.example',
    ])
  })

  it('says that access was not allowed, and leads back', async () => {
    const screen = await open('/hubspot/callback?error=access_denied&state=s1')
    await expect.element(screen.getByRole('alert').getByText(/access was not allowed/)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Back to the Cooperation page' }))
      .toHaveAttribute('href', PAGE)
    expect(server.asked('GET /hubspot/callback')).toEqual([])
  })
})
