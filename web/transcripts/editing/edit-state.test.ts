import { EditSession } from '@kaiwa/editor/edit-session.ts'
import * as editTools from '@kaiwa/editor/edit-tools.ts'
import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { typeText } from '@kaiwa/transcript'
import { expect, it } from 'vitest'
import { hasUnsaved } from './edit-state.ts'

it('FILE-16 text in composition counts as unsaved like typed text, only in edit mode', () => {
  const session = new EditSession({ id: 1, revision: 1, blocks: [block('a', 0, 'あ')] }, editTools)
  const states: boolean[] = []
  session.subscribe(({ state }) => states.push(hasUnsaved(state)))
  session.setEditing(true)
  session.setComposing(true)
  session.setComposing(true)
  session.edit((document) => typeText(document, { uuid: 'a', start: 0, end: 0 }, 'い'))
  session.setComposing(false)
  session.undo()
  session.setEditing(false)
  expect(states).toEqual([false, true, true, true, false, false])
})
