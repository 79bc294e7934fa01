import type { RecordingHeader } from '@kaiwa/recording/journal.ts'
import { describe, expect, it } from 'vitest'
import { openIndexedDbBackend } from './indexeddb-backend.ts'
import { openOpfsBackend } from './opfs-backend.ts'
import { openStore, requestPersistence } from './open-store.ts'
import { makeRecordingStore } from './recording-store.ts'
import { itBehavesLikeARecordingStore } from './store-conformance.ts'

describe('recordings in the origin private file system', () => {
  itBehavesLikeARecordingStore(openOpfsBackend)
})

describe('recordings in IndexedDB', () => {
  itBehavesLikeARecordingStore(openIndexedDbBackend)
})

const HEADER: RecordingHeader = {
  type: 'header',
  version: 1,
  uuid: '6b6ff0f4-6a3e-4f0e-9d6c-0f6a5d3c2b1a',
  userId: 9,
  startedAt: '2026-11-27T09:00:00.000Z',
  title: '商談',
  folderId: 3,
  language: 'ja',
  numSpeaker: 0,
}

it('recordings of the database stay available in a browser that has got the private file system', async () => {
  const before = makeRecordingStore(await openIndexedDbBackend())
  const writer = await before.create(HEADER)
  await writer.appendPiece(new Blob(['old']), 1)
  await writer.close()
  const store = await openStore()
  expect(store.kind).toBe('opfs')
  const created = await store.create({ ...HEADER, uuid: crypto.randomUUID(), startedAt: '2026-11-28T09:00:00.000Z' })
  await created.close()
  expect((await store.list(9)).map(({ header }) => header.uuid)).toEqual([created.uuid, HEADER.uuid])
  const found = await store.open(HEADER.uuid)
  expect(new TextDecoder().decode(await found?.read(0, 10))).toBe('old')
  await found?.remove()
  await (await store.open(created.uuid))?.remove()
  expect(await store.list(9)).toEqual([])
})

it('a recording that cannot be read does not hide the others', async () => {
  const folders = await (await navigator.storage.getDirectory()).getDirectoryHandle('recordings', { create: true })
  const damaged = await folders.getDirectoryHandle(crypto.randomUUID(), { create: true })
  // A folder in place of the file.
  await damaged.getDirectoryHandle('journal', { create: true })
  const store = makeRecordingStore(await openOpfsBackend())
  const writer = await store.create(HEADER)
  await writer.close()
  expect(await store.list(9)).toMatchObject([{ header: HEADER }])
  await (await store.open(HEADER.uuid))?.remove()
  await folders.removeEntry(damaged.name, { recursive: true })
})

it('the folder of a recording that is open is not deleted by another tab; the recording continues', async () => {
  const store = makeRecordingStore(await openOpfsBackend())
  const writer = await store.create(HEADER)
  await writer.appendPiece(new Blob(['one']), 1)
  const root = await navigator.storage.getDirectory()
  await expect(root.removeEntry('recordings', { recursive: true })).rejects.toMatchObject({
    name: 'NoModificationAllowedError',
  })
  await writer.appendPiece(new Blob(['two']), 2)
  await writer.close()
  const found = await store.open(HEADER.uuid)
  expect(new TextDecoder().decode(await found?.read(0, 10))).toBe('onetwo')
  await found?.close()
  // While it is closed, it can be.
  await root.removeEntry('recordings', { recursive: true })
  expect(await store.open(HEADER.uuid)).toBeNull()
  expect(await store.list(9)).toEqual([])
  const next = await store.create({ ...HEADER, uuid: crypto.randomUUID() })
  await next.appendPiece(new Blob(['three']), 1)
  await next.remove()
})

it('the browser is asked to keep what is stored, and answers', async () => {
  expect(await requestPersistence()).toBe(await navigator.storage.persisted())
})
