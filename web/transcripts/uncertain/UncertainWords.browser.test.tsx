import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import { EditSession } from '@kaiwa/editor'
import * as editTools from '@kaiwa/editor/edit-tools.ts'
import type { TranscriptView } from '@kaiwa/editor'
import { block, term } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../../platform/query-client.ts'
import { sessionQuery } from '../../platform/session.ts'
import { openTestTranscript } from '../../test/open-test-transcript.ts'
import { PrivatePage } from '../../test/PrivatePage.tsx'
import { show } from '../../test/show.tsx'
import { OpenFileContext } from '../open-file.ts'
import type { OpenFile } from '../open-file.ts'
import { uncertainWords } from './UncertainWords.tsx'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

/** Words are separated by '|', uncertain ones begin with '?'. */
function spoken(uuid: string, speaker_id: number, notation: string) {
  let content = ''
  const terms = notation.split('|').map((part) => {
    const text = part.replace('?', '')
    const made = { ...term(text, content.length, 0, 1), confidence: part.startsWith('?') ? 0.2 : 0.9 }
    content += text
    return made
  })
  return block({ uuid, speaker_id, content, terms })
}

const blocks = [spoken('a', 1, '今日|は|?腫れ'), spoken('b', 2, '?そう|です'), spoken('c', 1, '?明日|も')]
const { Overlay } = uncertainWords

function Transcript({ session, onView }: { session: EditSession; onView: (view: TranscriptView) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<TranscriptView | null>(null)
  useEffect(() => {
    if (!box.current) return undefined
    const opened = openTestTranscript(box.current, session)
    setView(opened)
    onView(opened)
    return () => opened.destroy()
  }, [session, onView])
  return (
    <OpenFileContext value={{ session, player: null } as OpenFile}>
      <input aria-label="field" />
      <div ref={box} style={{ height: 400, overflow: 'auto' }} />
      <Overlay view={view} selected={null} />
    </OpenFileContext>
  )
}

async function open(isOn: boolean) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined))
  queryClient.setQueryData(sessionQuery.queryKey, {
    user: { id: 1, settings: { is_uncertain_marked: isOn } } as User,
  } as Identity)
  const session = new EditSession({ id: 1, revision: 1, blocks }, editTools)
  const views: TranscriptView[] = []
  const onView = (view: TranscriptView) => void views.push(view)
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <Transcript session={session} onView={onView} />
      </PrivatePage>
    </QueryClientProvider>,
    'editing',
  )
  const view = () => views.at(-1)!
  return { screen, session, view }
}

function marked(name = 'kaiwa-uncertain') {
  const texts: string[] = []
  CSS.highlights.get(name)?.forEach(({ startContainer, startOffset, endOffset }) => {
    texts.push(startContainer.textContent!.slice(startOffset, endOffset))
  })
  return texts
}

function reached() {
  return marked('kaiwa-current-uncertain')
}

it('marks words of low confidence, and moves between them by keys', async () => {
  const { screen, view } = await open(true)
  await expect.poll(() => marked()).toEqual(['腫れ', 'そう', '明日'])
  await userEvent.keyboard('{Alt>}.{/Alt}')
  expect(reached()).toEqual(['腫れ'])
  await expect.element(screen.getByRole('status')).toHaveTextContent('不確かな語「腫れ」1/3')
  await userEvent.keyboard('{Alt>}.{/Alt}')
  expect(reached()).toEqual(['そう'])
  await userEvent.keyboard('{Alt>},{/Alt}{Alt>},{/Alt}')
  expect(reached()).toEqual(['明日'])
  view().filterSpeaker(1)
  await userEvent.keyboard('{Alt>},{/Alt}')
  expect(reached()).toEqual(['腫れ'])
  await screen.getByLabelText('field').click()
  await userEvent.keyboard('{Alt>}.{/Alt}')
  expect(reached()).toEqual(['腫れ'])
})

it('selects the word in edit mode, and a typed correction removes the mark', async () => {
  const { session, view } = await open(true)
  await expect.poll(() => marked()).toEqual(['腫れ', 'そう', '明日'])
  session.setEditing(true)
  view().focusAt({ uuid: 'a', offset: 0 })
  await userEvent.keyboard('{Alt>}.{/Alt}')
  expect(getSelection()?.toString()).toBe('腫れ')
  await userEvent.keyboard('x')
  expect(session.getState().document.blocks.get('a')?.content).toBe('今日はx')
  await expect.poll(() => marked()).toEqual(['そう', '明日'])
})

it('marks nothing and ignores the keys when the setting is off', async () => {
  await open(false)
  await userEvent.keyboard('{Alt>}.{/Alt}')
  expect([marked(), reached()]).toEqual([[], []])
})
