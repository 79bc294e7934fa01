import { EditSession } from '@kaiwa/editor/edit-session.ts'
import * as editTools from '@kaiwa/editor/edit-tools.ts'
import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { splitBlock, typeText } from '@kaiwa/transcript'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onTypingPause } from './typing-pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('EDIT-59 calls back 300 ms after the last key, and immediately after a split', () => {
  const session = new EditSession({ id: 1, revision: 1, blocks: [block('a', 0, 'あい')] }, editTools)
  const type = () => session.edit((document) => typeText(document, { uuid: 'a', start: 0, end: 0 }, 'x'))
  let shown = 0
  const stop = onTypingPause(session, () => (shown += 1))
  type()
  vi.advanceTimersByTime(200)
  type()
  // The text has not changed: the timer is not restarted.
  session.setEditing(true)
  vi.advanceTimersByTime(299)
  expect(shown).toBe(0)
  vi.advanceTimersByTime(1)
  expect(shown).toBe(1)
  type()
  session.edit((document) => splitBlock(document, { uuid: 'a', offset: 1 }, () => 'b'))
  expect(shown).toBe(2)
  vi.advanceTimersByTime(1_000)
  expect(shown).toBe(2)
  type()
  stop()
  vi.advanceTimersByTime(1_000)
  expect(shown).toBe(2)
})
