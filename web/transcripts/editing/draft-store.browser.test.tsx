import { expect, it, vi } from 'vitest'
import { DraftStore } from './draft-store.ts'

const KEY = 'A'.repeat(43)

it('requests the key of the drafts only when there is one', async () => {
  const requestKey = vi.fn(async () => KEY)
  expect(await new DraftStore(1, requestKey).list(7)).toEqual([])
  expect(requestKey).not.toHaveBeenCalled()

  const draft = { id: 'a', transcriptId: 7, at: '2026-11-21T10:00:00Z', changes: [] }
  await new DraftStore(1, requestKey).put(draft)
  requestKey.mockClear()
  // Another page of the same browser.
  const later = new DraftStore(1, requestKey)
  expect(await later.list(8)).toEqual([])
  expect(requestKey).not.toHaveBeenCalled()
  expect(await later.list(7)).toEqual([draft])
  expect(requestKey).toHaveBeenCalledTimes(1)
  await later.delete(draft)
  expect(await new DraftStore(1, requestKey).list(7)).toEqual([])
})
