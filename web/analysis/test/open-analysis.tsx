// The Parse tab of an open file, with the styles and texts of the product. Answers of the server are given by the test.
import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { EditSession } from '@kaiwa/editor'
import * as tools from '@kaiwa/editor/edit-tools.ts'
import { speaker } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, useLocation } from 'react-router'
import { call } from '../../platform/call.ts'
import { queryClient } from '../../platform/query-client.ts'
import { sessionQuery } from '../../platform/session.ts'
import { Player } from '../../player/player.ts'
import { PrivatePage } from '../../test/PrivatePage.tsx'
import { show } from '../../test/show.tsx'
import { DraftStore } from '../../transcripts/editing/draft-store.ts'
import { EditControl } from '../../transcripts/editing/edit-control.ts'
import { OpenFileContext } from '../../transcripts/open-file.ts'
import type { OpenFile } from '../../transcripts/open-file.ts'
import type { ReadTranscript } from '../../transcripts/read-transcript.ts'
import { SpeakerNamesContext } from '../../transcripts/speaker-names.ts'
import { AnalysisPanel } from '../AnalysisPanel.tsx'

function never(): Promise<never> {
  return new Promise(() => undefined)
}

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
  const file = { id: 5, project_id: 3, item_id: 4, status: 'processed', duration, can: { edit: canEdit } }
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, settings: {} } as User } as Identity)
  const names = new Map([1, 2].map((id) => [id, speaker(id, id === 1 ? '山田' : '佐藤')]))
  const session = new EditSession({ id: 1, revision: 1, blocks }, tools)
  const control = new EditControl({
    session,
    file,
    userId: 1,
    initial: { transcript: { id: 1, last_edited_by: null, last_edited_at: null } } as ReadTranscript,
    readTranscript: never,
    call,
    drafts: new DraftStore(1, never),
    showMessage: () => undefined,
  })
  const recording = {
    url: '/media',
    videoId: 'v',
    title: '',
    isAudio: true,
    duration,
    frames: 0,
    hasThumbnail: false,
    hasWaveform: false,
  }
  const player = new Player(document.createElement('video'), recording, never)
  const calls: [string, string][] = []
  const open = { file, session, control, player } as unknown as OpenFile
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
