import { EditSession } from '@kaiwa/editor/edit-session.ts'
import * as editTools from '@kaiwa/editor/edit-tools.ts'
import { block } from '@kaiwa/editor/test/sample-blocks.ts'
import { tagRanges, typeText } from '@kaiwa/transcript'
import { expect, it } from 'vitest'
import { tagStoreOf } from './tag-store.ts'

function open() {
  const tags = [{ tag_id: 1, offset: 0, text: '見積', tag_uuid: 'm' }]
  const blocks = [block('a', 0, '見積です', { tags }), block('b', 2, 'はい')]
  const session = new EditSession({ id: 1, revision: 1, blocks }, editTools)
  const store = tagStoreOf(session)
  let notifications = 0
  store.subscribe(() => (notifications += 1))
  return { session, store, notifications: () => notifications }
}

function type(session: EditSession, uuid: string, at: number, text: string) {
  return session.edit((document) => typeText(document, { uuid, start: at, end: at }, text))
}

it('typing far from passages does not notify or recount', () => {
  const { session, store, notifications } = open()
  const before = [store.document(), store.counts()]
  type(session, 'b', 0, 'ええ')
  expect(notifications()).toBe(0)
  expect([store.document(), store.counts()]).toEqual(before)
})

it('typing before a passage notifies; the counts object stays the same', () => {
  const { session, store, notifications } = open()
  const counts = store.counts()
  type(session, 'a', 0, 'お')
  expect(notifications()).toBe(1)
  expect(store.document().blocks.get('a')?.tags[0]?.offset).toBe(1)
  expect(store.counts()).toBe(counts)
})

it('TAG-09 tags of an edit count before they are saved, and not after undo', () => {
  const { session, store } = open()
  session.setEditing(true)
  session.edit((document) => tagRanges(document, [{ uuid: 'b', start: 0, end: 2 }], 1, () => 'n'))
  expect(store.counts().get(1)).toBe(2)
  session.undo()
  expect(store.counts().get(1)).toBe(1)
})

it('components of one page share a store', () => {
  const { session, store } = open()
  expect(tagStoreOf(session)).toBe(store)
})
