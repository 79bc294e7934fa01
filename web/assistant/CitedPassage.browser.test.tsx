import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { EditSession } from '@kaiwa/editor'
import type { TranscriptView } from '@kaiwa/editor'
import { block, document as transcript } from '@kaiwa/transcript/test/factories.ts'
import { useEffect, useRef, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { Player } from '../player/player.ts'
import { openTestTranscript } from '../test/open-test-transcript.ts'
import { show } from '../test/show.tsx'
import { OpenFileContext } from '../transcripts/open-file.ts'
import type { OpenFile } from '../transcripts/open-file.ts'
import { pressCitation } from './cited.ts'
import { citedPassage } from './file-page.tsx'
import { citation } from './test/chat-server.ts'

const { Panel } = citedPassage

let calls: unknown[][]
beforeEach(() => {
  calls = []
})

function Page({ fileId }: { fileId: number }) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<TranscriptView | null>(null)
  const [open] = useState(() => {
    const session = new EditSession(
      transcript(block({ uuid: 'A', content: '価格は三万円です' }), block({ uuid: 'B', content: '納期は来週です' })),
    )
    const player = { seek: (time: number) => calls.push(['seek', time]), play: () => calls.push(['play']) }
    return { session, player: player as unknown as Player, file: { id: fileId } } as unknown as OpenFile
  })
  useEffect(() => {
    if (!box.current) return undefined
    const opened = openTestTranscript(box.current, open.session)
    setView(opened)
    return () => opened.destroy()
  }, [open])
  return (
    <OpenFileContext value={open}>
      <div ref={box} style={{ height: 200, overflow: 'auto' }} />
      <Panel view={view} onShow={(uuid) => calls.push(['show', uuid])} />
    </OpenFileContext>
  )
}

/** The text that is painted as cited. */
function painted(): string[] {
  return Array.from(CSS.highlights.get('kaiwa-citation') ?? [], (range) => {
    const copy = document.createRange()
    copy.setStart(range.startContainer, range.startOffset)
    copy.setEnd(range.endContainer, range.endOffset)
    return copy.toString()
  })
}

function cite(more: Partial<Citation>) {
  pressCitation(citation(1, { file_id: 5, block_uuid: 'A', range: { start: 3, end: 6 }, time: 12.5, ...more }))
}

it('a pressed citation is shown, played and painted, each time that it is pressed', async () => {
  await show(<Page fileId={5} />)
  cite({})
  await expect.poll(() => calls).toEqual([['show', 'A'], ['seek', 12.5], ['play']])
  await expect.poll(painted).toEqual(['三万円'])
  cite({})
  await expect.poll(() => calls).toHaveLength(6)
  cite({ block_uuid: 'B', range: null, time: 20 })
  await expect.poll(() => calls.slice(6)).toEqual([['show', 'B'], ['seek', 20], ['play']])
  await expect.poll(painted).toEqual([])
})

it('a citation of another file waits until its page is opened', async () => {
  const screen = await show(<Page fileId={6} />)
  cite({})
  await screen.rerender(<p>elsewhere</p>)
  expect(calls).toEqual([])
  await screen.rerender(<Page fileId={5} />)
  await expect.poll(() => calls).toEqual([['show', 'A'], ['seek', 12.5], ['play']])
})
