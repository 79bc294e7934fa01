// Conformance tests for stores of recordings, in a real browser with its storage.
import type { JournalEntry, RecordingHeader } from '@kaiwa/recording/journal.ts'
import { readJournal, toJournalLine } from '@kaiwa/recording/read-journal.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordingStore } from '../types.ts'
import type { StorageBackend } from './backend.ts'
import { makeRecordingStore } from './recording-store.ts'

const USER = 7

function headerOf(rest: Partial<RecordingHeader> = {}): RecordingHeader {
  return {
    type: 'header',
    version: 1,
    uuid: crypto.randomUUID(),
    userId: USER,
    startedAt: '2026-11-27T09:00:00.000Z',
    title: '商談',
    folderId: 3,
    language: 'ja',
    numSpeaker: 2,
    ...rest,
  }
}

const SEGMENT: JournalEntry = {
  type: 'segment',
  offset: 0,
  mime: 'audio/webm;codecs=opus',
  hasVideo: false,
  startedAt: '2026-11-27T09:00:01.000Z',
}

function bytesOf(length: number, first: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_value, index) => (first + index) % 251)
}

function blobOf(length: number, first = 0): Blob {
  return new Blob([bytesOf(length, first)])
}

/** Two stores of one backend's kind stand for two tabs: they have nothing in common but the browser. */
export function itBehavesLikeARecordingStore(openBackend: () => Promise<StorageBackend>): void {
  let backend: StorageBackend
  let store: RecordingStore
  let otherTab: RecordingStore
  beforeEach(async () => {
    backend = await openBackend()
    store = makeRecordingStore(backend)
    otherTab = makeRecordingStore(await openBackend())
  })
  afterEach(async () => {
    for (const { uuid } of await backend.list()) await backend.remove(uuid)
  })

  describe('a recording', () => {
    it('has its pieces and entries after it was closed and opened again', async () => {
      const header = headerOf()
      const writer = await store.create(header)
      await writer.append(SEGMENT)
      await writer.appendPiece(blobOf(1_000), 1)
      await writer.appendPiece(blobOf(500, 1_000), 2.5)
      await writer.append({ type: 'marker', seconds: 2, note: '値段\n"10%"' })
      expect(writer.size).toBe(1_500)
      await writer.close()
      const opened = await otherTab.open(header.uuid)
      expect(opened?.entries).toEqual(writer.entries)
      expect(readJournal(opened?.entries ?? [])).toMatchObject({
        size: 1_500,
        seconds: 2.5,
        markers: [{ seconds: 2, note: '値段\n"10%"' }],
      })
      expect(await opened?.read(0, 1_500)).toEqual(bytesOf(1_500, 0))
      await opened?.appendPiece(blobOf(200, 1_500), 3)
      expect(await opened?.read(1_400, 1_700)).toEqual(bytesOf(300, 1_400))
      await opened?.remove()
    })

    it('gives any range of its bytes', async () => {
      const writer = await store.create(headerOf())
      for (const [index, length] of [100, 1, 250, 49].entries())
        await writer.appendPiece(blobOf(length, [0, 100, 101, 351][index]), index)
      for (const [from, to] of [
        [0, 400],
        [0, 1],
        [99, 102],
        [100, 101],
        [120, 130],
        [350, 400],
        [399, 999],
        [400, 500],
        [20, 20],
      ] as const)
        expect(await writer.read(from, to)).toEqual(bytesOf(Math.max(0, Math.min(to, 400) - from), from))
      await writer.remove()
    })

    it('stores concurrent appends in order', async () => {
      const writer = await store.create(headerOf())
      const seen: number[] = []
      writer.subscribe(() => seen.push(writer.size))
      await Promise.all(Array.from({ length: 20 }, (_one, index) => writer.appendPiece(blobOf(10, index * 10), index)))
      expect(seen).toEqual(Array.from({ length: 20 }, (_one, index) => (index + 1) * 10))
      expect(await writer.read(0, 200)).toEqual(bytesOf(200, 0))
      await writer.remove()
    })

    it('has no entry for an empty piece', async () => {
      const writer = await store.create(headerOf())
      await writer.appendPiece(new Blob([]), 1)
      expect(writer.entries).toHaveLength(1)
      await writer.remove()
    })

    it('is owned by one tab, until that gives it up', async () => {
      const header = headerOf()
      const writer = await store.create(header)
      expect(await otherTab.open(header.uuid)).toBeNull()
      expect(await store.open(header.uuid)).toBeNull()
      await expect(otherTab.create(header)).rejects.toThrow('A recording of this uuid is open')
      await writer.close()
      const other = await otherTab.open(header.uuid)
      expect(await store.open(header.uuid)).toBeNull()
      await other?.remove()
      expect(await store.open(header.uuid)).toBeNull()
    })

    it('reports the free space', async () => {
      expect(await store.freeBytes()).toBeGreaterThan(1_000_000)
    })

    it('cannot be written to after it was closed', async () => {
      const writer = await store.create(headerOf())
      await writer.close()
      await expect(writer.appendPiece(blobOf(1), 1)).rejects.toMatchObject({ name: 'InvalidStateError' })
      await expect(writer.append(SEGMENT)).rejects.toMatchObject({ name: 'InvalidStateError' })
      await writer.close()
    })

    it('that was deleted by the browser is not found', async () => {
      const header = headerOf()
      const writer = await store.create(header)
      await writer.appendPiece(blobOf(10), 1)
      await writer.close()
      await backend.remove(header.uuid)
      expect(await store.open(header.uuid)).toBeNull()
      expect(await store.list(USER)).toEqual([])
    })

    it('without a readable header is not opened, and its bytes are not deleted', async () => {
      const uuid = crypto.randomUUID()
      await backend.create(uuid)
      await backend.append(uuid, blobOf(10), 0, toJournalLine({ type: 'piece', end: 10, seconds: 1, at: 1 }))
      await backend.close(uuid)
      expect(await store.open(uuid)).toBeNull()
      expect(await store.list(USER)).toEqual([])
      expect(await backend.list()).toMatchObject([{ uuid, size: 10 }])
    })

    it('whose journal describes more bytes than are stored is listed and opened with the stored ones', async () => {
      const header = headerOf()
      const writer = await store.create(header)
      await writer.appendPiece(blobOf(100), 1)
      await writer.append({ type: 'piece', end: 99_999_999_999, seconds: 1_000_000, at: 1 })
      await writer.close()
      expect(await store.list(USER)).toMatchObject([{ size: 100, seconds: 1 }])
      const opened = await store.open(header.uuid)
      expect(opened?.size).toBe(100)
      await opened?.close()
    })

    it('with a torn last line continues after the last complete piece', async () => {
      const header = headerOf()
      const writer = await store.create(header)
      await writer.appendPiece(blobOf(100), 1)
      await writer.close()
      await backend.open(header.uuid)
      await backend.append(header.uuid, blobOf(50, 200), 100, '\n{"type":"piece","end":150,"sec')
      await backend.close(header.uuid)
      const opened = await store.open(header.uuid)
      expect(opened?.size).toBe(100)
      await opened?.appendPiece(blobOf(20, 100), 2)
      await opened?.close()
      const again = await otherTab.open(header.uuid)
      expect(again?.size).toBe(120)
      expect(await again?.read(0, 200)).toEqual(bytesOf(120, 0))
      await again?.close()
    })
  })

  describe('the list', () => {
    async function make(rest: Partial<RecordingHeader>, ...entries: JournalEntry[]) {
      const header = headerOf(rest)
      const writer = await store.create(header)
      await writer.append(SEGMENT)
      await writer.appendPiece(blobOf(100), 4)
      for (const entry of entries) await writer.append(entry)
      return { header, writer }
    }

    it('has the recordings of one person, the newest first', async () => {
      const old = await make({ startedAt: '2026-11-26T09:00:00.000Z' })
      const young = await make(
        { startedAt: '2026-11-27T09:00:00.000Z' },
        { type: 'details', title: '定例', folderId: 5, language: 'en', numSpeaker: 0 },
        { type: 'upload', uploadId: 12, videoId: 'v', folderId: 3, fileId: null },
        { type: 'stopped', at: 1 },
      )
      const foreign = await make({ userId: USER + 1 })
      for (const { writer } of [old, young, foreign]) await writer.close()
      expect(await otherTab.list(USER)).toEqual([
        {
          header: young.header,
          details: { title: '定例', folderId: 5, language: 'en', numSpeaker: 0 },
          seconds: 4,
          size: 100,
          hasVideo: false,
          uploadId: 12,
          isStopped: true,
          isConfirmed: false,
          isOwnedElsewhere: false,
        },
        expect.objectContaining({ header: old.header, uploadId: null, isStopped: false }),
      ])
      expect(await store.list(USER + 1)).toMatchObject([{ header: foreign.header }])
    })

    it('says which are open in another tab, and leaves out those of this page', async () => {
      const { header, writer } = await make({})
      expect(await otherTab.list(USER)).toMatchObject([{ header, seconds: 4, isOwnedElsewhere: true }])
      expect(await store.list(USER)).toEqual([])
      await writer.close()
      expect(await store.list(USER)).toMatchObject([{ header, isOwnedElsewhere: false }])
    })

    it('is read while another tab writes', async () => {
      const { writer } = await make({})
      let isOver = false
      const writing = (async () => {
        for (let second = 5; !isOver; second += 1) await writer.appendPiece(blobOf(1_000), second)
      })()
      for (let look = 0; look < 20; look += 1) expect(await otherTab.list(USER)).toHaveLength(1)
      isOver = true
      await writing
      await writer.close()
    })

    it('deletes nothing that another tab has begun since it was read', async () => {
      const header = headerOf()
      await backend.create(header.uuid)
      await backend.close(header.uuid)
      const late = makeRecordingStore({
        ...backend,
        list: async () => {
          const found = await backend.list()
          const writer = await otherTab.create(header)
          await writer.appendPiece(blobOf(10), 1)
          await writer.close()
          return found
        },
      })
      await late.list(USER)
      expect(await otherTab.list(USER)).toMatchObject([{ header, size: 10 }])
    })

    it('is the same in two tabs that list at the same time, and one of them gets a recording that both open', async () => {
      const { header, writer } = await make({})
      const finished = await make({}, { type: 'finished' })
      for (const one of [writer, finished.writer]) await one.close()
      const lists = await Promise.all([store, otherTab, store, otherTab].map((tab) => tab.list(USER)))
      for (const list of lists) expect(list).toMatchObject([{ header, size: 100 }])
      const opened = await Promise.all([store, otherTab].map((tab) => tab.open(header.uuid)))
      const owners = opened.filter((one) => one !== null)
      expect(owners).toHaveLength(1)
      await owners[0]?.remove()
      expect(await Promise.all([store, otherTab].map((tab) => tab.open(header.uuid)))).toEqual([null, null])
      expect(await backend.list()).toEqual([])
    })

    it('deletes finished recordings and interrupted creations that were left', async () => {
      const finished = await make({}, { type: 'finished' })
      const interrupted = crypto.randomUUID()
      await backend.create(interrupted)
      await backend.close(interrupted)
      expect(await otherTab.list(USER)).toEqual([])
      expect((await backend.list()).map(({ uuid }) => uuid)).toContain(finished.header.uuid)
      await finished.writer.close()
      expect(await otherTab.list(USER)).toEqual([])
      expect(await backend.list()).toEqual([])
    })
  })
}
