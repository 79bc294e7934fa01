// The Parse tab of an open file, with the styles and texts of the product. Answers of the server are given by the test.
import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { speaker } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, useLocation } from 'react-router'
import { queryClient } from '../../platform/query-client.ts'
import { sessionQuery } from '../../platform/session.ts'
import { openTestFile } from '../../test/open-test-file.ts'
import { PrivatePage } from '../../test/PrivatePage.tsx'
import { show } from '../../test/show.tsx'
import { OpenFileContext } from '../../transcripts/open-file.ts'
import { SpeakerNamesContext } from '../../transcripts/speaker-names.ts'
import { AnalysisPanel } from '../AnalysisPanel.tsx'

function Address() {
  return <output hidden data-address={useLocation().search} />
}

interface Opened {
  blocks: Block[]
  /** Query of the address. */
  query?: string
  canEdit?: boolean
  duration?: number
}

export async function openAnalysis({ blocks, query = '', canEdit = true, duration = 600 }: Opened) {
  const open = openTestFile({ blocks, canEdit, duration })
  const { session, player } = open
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, settings: {} } as User } as Identity)
  const names = new Map([1, 2].map((id) => [id, speaker(id, id === 1 ? '山田' : '佐藤')]))
  const calls: [string, string][] = []
  history.replaceState(null, '', `?${query}`)
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <OpenFileContext value={open}>
          <SpeakerNamesContext value={names}>
            <BrowserRouter>
              <div style={{ display: 'flex', height: 640 }}>
                <AnalysisPanel
                  onShow={(uuid) => calls.push(['show', uuid])}
                  onSearch={(words) => calls.push(['search', words])}
                />
              </div>
              <Address />
            </BrowserRouter>
          </SpeakerNamesContext>
        </OpenFileContext>
      </PrivatePage>
    </QueryClientProvider>,
    'analysis',
    'transcripts',
  )
  return {
    screen,
    session,
    player,
    calls,
    address: () => screen.container.querySelector<HTMLElement>('[data-address]')?.dataset['address'],
  }
}
