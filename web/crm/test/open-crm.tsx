// The parts of the deal on the page of an open file, and the pages of the connection, with the texts of the product.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { RightsWatch } from '../../membership/sharing/RightsWatch.ts'
import { changeTexts } from '../../platform/i18n.ts'
import { queryClient } from '../../platform/query-client.ts'
import { openTestFile } from '../../test/open-test-file.ts'
import { PrivatePage } from '../../test/PrivatePage.tsx'
import { show } from '../../test/show.tsx'
import { OpenFileContext, type OpenFile } from '../../transcripts/open-file.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import CallbackPage from '../connection/CallbackPage.tsx'
import CooperationPage from '../connection/CooperationPage.tsx'
import { crmPanel, crmToggle, headerDeal } from '../file-page.tsx'

const BLOCK = {
  uuid: 'A',
  id: 1,
  content: '予算は三百五十万円です',
  start_time: 60,
  end_time: 70,
  speaker_id: 1,
  sentiment: 0,
  section_name: null,
  is_break: true,
  terms: [],
  tags: [],
} as never

interface Shown {
  canEdit?: boolean
  hasDeal?: boolean
  language?: 'ja' | 'en'
}

/** The icon of the toolbar, and the sidebar when it is open. */
export async function openFileParts({ canEdit = true, hasDeal = false, language = 'en' }: Shown = {}) {
  const opened = openTestFile({ blocks: [BLOCK], canEdit })
  const deal = hasDeal ? { deal_name: '全社導入', hubspot_id: '12345', deal_id: '901' } : null
  const open = { ...opened, file: { ...opened.file, hubspot_deal: deal } } as OpenFile
  const { Entry } = crmToggle
  const { Panel } = crmPanel
  const { Action } = headerDeal
  const screen = await show(null, 'crm', 'transcripts', 'workspace')
  if (language === 'en') await changeTexts('en')
  await screen.rerender(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter>
          <RightsWatch />
          <OpenFileContext value={open}>
            <header>
              <Action file={open.file} />
            </header>
            <Entry speaker={0} onSpeaker={() => undefined} />
            <div style={{ display: 'flex', height: 640, position: 'relative' }}>
              <div style={{ flex: 1 }} />
              <Panel view={null} onShow={() => undefined} />
            </div>
          </OpenFileContext>
          <Toasts />
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
  )
  return { screen, ...open }
}

/** The cooperation page, which its own links leave. */
function Cooperation() {
  return useLocation().pathname === '/mypage/hubspot-connect' ? <CooperationPage /> : null
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** The cooperation page or the callback page at an address, as in development in strict mode. */
export async function openConnection(path: string) {
  const isCallback = path.startsWith('/hubspot/callback')
  const screen = await show(null, 'crmConnection')
  await changeTexts('en')
  await screen.rerender(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <PrivatePage>
          <MemoryRouter initialEntries={[path]}>
            <RightsWatch />
            {isCallback ? <CallbackPage /> : <Cooperation />}
            <Address />
            <Toasts />
          </MemoryRouter>
        </PrivatePage>
      </QueryClientProvider>
    </StrictMode>,
  )
  return screen
}
