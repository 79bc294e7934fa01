import { EditSession } from '@kaiwa/editor/edit-session.ts'
import * as editTools from '@kaiwa/editor/edit-tools.ts'
import { changeSpeaker, typeText } from '@kaiwa/transcript'
import { block, document } from '@kaiwa/transcript/test/factories.ts'
import { expect, it } from 'vitest'
import { derive } from './derived.ts'

it('a reading is computed again after a step that touches it, but not after typing', () => {
  const session = new EditSession(
    document(block({ uuid: 'a', speaker_id: 1 }), block({ uuid: 'b', speaker_id: 2 })),
    editTools,
  )
  let count = 0
  const speakers = derive(session, {
    read: ({ blocks }) => {
      count++
      return [...blocks].map(({ speaker_id }) => speaker_id).join(' ')
    },
    isTouchedBy: (change) => change.type !== 'put' || change.before.speaker_id !== change.after.speaker_id,
  })
  const stop = speakers.subscribe(() => undefined)
  expect([speakers.get(), count]).toEqual(['1 2', 1])
  const type = (text: string) => session.edit((now) => typeText(now, { uuid: 'a', start: 0, end: 0 }, text))
  type('え')
  type('と')
  expect([speakers.get(), count]).toEqual(['1 2', 1])
  session.edit((now) => changeSpeaker(now, { uuid: 'a', mode: 'individual', speaker_id: 3 }))
  type('、')
  expect([speakers.get(), count]).toEqual(['3 2', 2])
  session.undo()
  session.undo()
  expect([speakers.get(), count]).toEqual(['1 2', 3])
  // Without a listener, the reading is computed on access.
  stop()
  type('あ')
  expect([speakers.get(), count]).toEqual(['1 2', 4])
})
