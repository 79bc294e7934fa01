import { EditSession } from '@kaiwa/editor'
import type { TranscriptView } from '@kaiwa/editor'
import { block } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { openTestTranscript } from '../test/open-test-transcript.ts'
import { show } from '../test/show.tsx'
import { OpenFileContext } from '../transcripts/open-file.ts'
import type { OpenFile } from '../transcripts/open-file.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { usePanel } from './comment-panel.ts'
import { CommentAction } from './CommentAction.tsx'
import { CommentLayer } from './CommentLayer.tsx'

const WORDS = '来週の定例会議です'
const blocks = Array.from({ length: 60 }, (_, index) => block({ uuid: `block-${index}`, content: WORDS }))

let session: EditSession
beforeEach(() => {
  session = new EditSession({ id: 1, revision: 1, blocks: blocks.slice(0, 5) })
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

function answer(status: number, body: object) {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) =>
    String(input instanceof Request ? input.url : input).includes('comment-threads')
      ? Promise.resolve(Response.json(body, { status }))
      : new Promise(() => undefined),
  )
}

function Page({ onClose }: { onClose?: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<TranscriptView | null>(null)
  const { search } = useLocation()
  const { chosen } = usePanel(session)
  useEffect(() => {
    if (!box.current) return undefined
    const opened = openTestTranscript(box.current, session)
    setView(opened)
    return () => opened.destroy()
  }, [])
  return (
    <OpenFileContext value={{ file: { id: 5 }, session, player: null } as OpenFile}>
      <output>{`${search}chosen ${JSON.stringify(chosen)}`}</output>
      <div ref={box} style={{ height: 300, overflow: 'auto' }} />
      {onClose ? (
        <CommentAction action={{ type: 'comment', uuid: 'block-1', anchor: document.body }} onClose={onClose} />
      ) : (
        <CommentLayer view={view} />
      )}
      <Toasts />
    </OpenFileContext>
  )
}

function open(onClose?: () => void) {
  return show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/?thread=7']}>
        <Page {...(onClose ? { onClose } : {})} />
      </MemoryRouter>
    </QueryClientProvider>,
    'transcripts',
    'comments',
  )
}

it('scrolls to the block of a linked thread when it arrives', async () => {
  const passage = { block_uuid: 'block-50', start_offset: 3, end_offset: 7, excerpt: '定例会議' }
  const state = { time: 10, is_removed: false, is_resolved: false, comment_count: 1 }
  answer(200, { threads: [{ id: 7, ...passage, ...state }] })
  const screen = await open()
  await expect.element(screen.getByRole('status')).toHaveTextContent('chosen 7')
  session.extend([], blocks.slice(5))
  await expect
    .poll(() => document.querySelector('[data-block="block-50"]')?.getBoundingClientRect().top ?? -1)
    .toSatisfy((top: number) => top >= 0 && top < 330)
})

it('reports that the comments of a block cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(403, { code: 'E_FORBIDDEN' })
  const close = vi.fn<() => void>()
  await open(close)
  await expect.poll(() => close.mock.calls).toHaveLength(1)
  await expect.element(page.getByRole('alert')).toBeVisible()
})
