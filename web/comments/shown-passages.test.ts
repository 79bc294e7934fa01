import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import { EditSession } from '@kaiwa/editor'
import * as editTools from '@kaiwa/editor/edit-tools.ts'
import { typeText } from '@kaiwa/transcript'
import { moveAnchors } from '@kaiwa/transcript/move-anchors.ts'
import { block, document } from '@kaiwa/transcript/test/factories.ts'
import { expect, it } from 'vitest'
import { shownPassages } from './shown-passages.ts'

function thread(
  id: number,
  block_uuid: string,
  start_offset: number,
  text: string,
  more: Partial<ThreadSummary> = {},
): ThreadSummary {
  const passage = { block_uuid, start_offset, end_offset: start_offset + text.length, excerpt: text.slice(0, 2) }
  const state = { time: 0, is_removed: false, is_resolved: false, comment_count: 1 }
  return { id, ...passage, ...state, ...more }
}

function open() {
  return new EditSession(
    document(block({ uuid: 'A', content: '来週の定例会議です' }), block({ uuid: 'B', content: '承知しました' })),
    editTools,
  )
}

const inA = thread(1, 'A', 3, '定例会議')
const inB = thread(2, 'B', 0, '承知')

it('marks open threads whose text is in the document', () => {
  const threads = [
    inA,
    thread(3, 'A', 0, '来週', { is_resolved: true }),
    thread(4, 'A', 0, '来週', { is_removed: true }),
    thread(5, 'A', 0, '先週'),
    thread(6, 'X', 0, '来週'),
  ]
  expect(shownPassages(open(), threads)).toEqual([{ threadId: 1, uuid: 'A', offset: 3, length: 4 }])
})

it('follows text that is typed and not saved; before the comparison is loaded, edited blocks have no marks', () => {
  const session = open()
  session.edit((now) => typeText(now, { uuid: 'A', start: 0, end: 0 }, 'えっと'))
  const rest = { threadId: 2, uuid: 'B', offset: 0, length: 2 }
  expect(shownPassages(session, [inA, inB])).toEqual([rest])
  expect(shownPassages(session, [inA, inB], moveAnchors)).toEqual([
    { threadId: 1, uuid: 'A', offset: 6, length: 4 },
    rest,
  ])
  session.undo()
  expect(shownPassages(session, [inA, inB])).toHaveLength(2)
})
