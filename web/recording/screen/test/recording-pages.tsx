// The pages of recording for tests in a browser: a folder of a member, and what the server answers by the contract.
import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Usage } from '@kaiwa/contract/billing.ts'
import type { Item, Tree } from '@kaiwa/contract/items.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import type { TextName } from '../../../platform/i18n.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { disconnectRealtime } from '../../../platform/realtime/open-realtime.ts'
import { endSession, sessionQuery } from '../../../platform/session.ts'
import { treeQuery } from '../../../platform/tree-query.ts'
import { PrivatePage } from '../../../test/PrivatePage.tsx'
import { startFakeRealtime } from '../../../test/fake-socket.ts'
import { show } from '../../../test/show.tsx'
import { Toasts } from '../../../ui/Toasts.tsx'
import { currentSession } from '../../session/current-session.ts'
import { storedSendings } from '../../session/stored-sendings.ts'
import { openStore } from '../../storage/open-store.ts'
import { RecordButton } from '../RecordButton.tsx'
import { RecordingCorner } from '../RecordingCorner.tsx'
import RecordPage from '../RecordPage.tsx'

export const USER = 3
export const FOLDER = 7

const ABILITIES = {
  rename: true,
  move: true,
  delete: true,
  create_folder: true,
  upload: true,
  view_members: true,
  invite: true,
}

export function project(more: Partial<Project> = {}): Project {
  return {
    id: FOLDER,
    item_id: 70,
    name: '営業',
    project_speakers: [],
    role_ids: [],
    is_root_item: false,
    depth: 1,
    breadcrumb: [],
    can: { ...ABILITIES, record: true, edit_speakers: true, edit_tags: true, export_report: true },
    ...more,
  }
}

function item(id: number, name: string, more: Partial<Item> = {}): Item {
  return {
    id: id * 10,
    resource_id: id,
    name,
    path: `10_${id * 10}`,
    is_project: true,
    is_root_item: false,
    can: ABILITIES,
    role_ids: [1, 2],
    children: [],
    ...more,
  } as unknown as Item
}

export function usage(more: { storage?: number; minute?: number; upload?: boolean; analyze?: boolean } = {}): Usage {
  const { storage = 2_048, minute = 120, upload = true, analyze = true } = more
  const quotas = { storage, minute, editor: 5, viewer: 5, chat: 10 }
  return {
    subscription_id: 1,
    is_workspace_owner: true,
    total_project: 1,
    is_suspended: false,
    chat: 0,
    subscription: null,
    remain: quotas,
    use_point: quotas,
    basic_plan: quotas,
    flags: { analyze, upload, chat: true, inviteEditor: true, inviteViewer: true },
  }
}

type Answer = (request: Request) => Response | Promise<Response>

/** Answers by method and path; calls without an answer stay pending. */
export class RecordingServer {
  readonly answers: Record<string, Answer> = {}
  readonly calls: string[] = []

  constructor() {
    this.answers[`GET /api/projects/${FOLDER}`] = () => Response.json(project())
    this.answers['GET /api/usage'] = () => Response.json(usage())
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const request = new Request(input, init)
      const call = `${request.method} ${new URL(request.url).pathname}`
      this.calls.push(call)
      const answer = this.answers[call]
      return answer ? Promise.resolve(answer(request)) : new Promise<Response>(() => undefined)
    })
  }
}

/** Tests read where the page is. */
function Place() {
  return <p data-place>{useLocation().pathname}</p>
}

/** The header's button and the bar above the pages, as in the frame. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <header>
        <RecordButton />
      </header>
      <RecordingCorner />
      {children}
      <Place />
      <Toasts />
    </div>
  )
}

export function signIn(): void {
  const user = { id: USER, workspaces: [], can: {}, settings: {} } as unknown as User
  queryClient.setQueryData(sessionQuery.queryKey, { user } as Identity)
  startFakeRealtime()
  const root = item(1, 'root', {
    is_root_item: true,
    path: '10',
    can: { ...ABILITIES, upload: false },
    children: [item(FOLDER, '営業'), item(8, '人事')],
  })
  const tree: Tree = { all_items: [root], project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [] }
  queryClient.setQueryData(treeQuery.queryKey, tree)
}

/** Opens an address of a signed-in member. */
export async function openPage(path = `/projects/${FOLDER}/record`, page: ReactNode = null, ...texts: TextName[]) {
  signIn()
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter initialEntries={[path]}>
          <Frame>
            <Routes>
              <Route path="/projects/:id/record" element={<RecordPage />} />
              <Route path="*" element={page} />
            </Routes>
          </Frame>
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'workspace',
    'recording',
    'transcripts',
    ...texts,
  )
}

/** Ends the recording of the page and deletes all that is stored. */
export async function cleanUp(): Promise<void> {
  await cleanup()
  const session = currentSession()
  if (session) await session.discard().catch(() => undefined)
  endSession({ onPurpose: true })
  await vi.waitUntil(() => storedSendings().length === 0)
  const store = await openStore()
  for (const { header } of await store.list(USER)) await (await store.open(header.uuid))?.remove()
  queryClient.clear()
  localStorage.clear()
  disconnectRealtime()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}
