// Conformance tests for adapters of `Staging`.
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Storage } from '../platform/storage/storage.ts'
import { ChecksumMismatch, type IncomingBytes, StagedBytesLost, TooManyBytes } from './receive.ts'
import type { Staging } from './staging.ts'

interface Opened {
  staging: Staging
  storage: Storage
  close: () => Promise<void>
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}

/** A source that delivers bytes and then ends, fails, or stays silent. */
function source(bytes: Uint8Array, then: 'ends' | 'breaks' | 'is silent' = 'ends'): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
    bytes.subarray(n * 65_536, (n + 1) * 65_536),
  )
  return new Readable({
    read() {
      const piece = pieces.shift()
      if (piece) this.push(piece)
      else if (then === 'ends') this.push(null)
      else if (then === 'breaks') this.destroy(new Error('aborted'))
    },
  })
}

export function itBehavesLikeStaging(open: () => Promise<Opened>): void {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  let uploads = 0
  const nextId = () => (uploads += 1)
  const durable: number[] = []
  const append = (id: number, offset: number, bytes: Readable, incoming: Partial<IncomingBytes> = {}) => {
    durable.length = 0
    const whole = {
      bytes,
      checksum: null,
      maxBytes: Number.MAX_SAFE_INTEGER,
      releaseSignal: new AbortController().signal,
    }
    return opened.staging.append(id, offset, { ...whole, ...incoming }, async (reached) => void durable.push(reached))
  }
  const finished = async (id: number, length: number): Promise<Buffer> => {
    const key = `media/upload-${id}/original`
    await opened.staging.finish(id, length, key)
    const chunks: Uint8Array[] = []
    for await (const chunk of await opened.storage.get(key)) chunks.push(chunk as Uint8Array)
    return Buffer.concat(chunks)
  }

  describe('a staging', () => {
    it('joins the bytes of several requests', async () => {
      const id = nextId()
      const bytes = randomBytes(3_000_001)
      expect(await append(id, 0, source(bytes.subarray(0, 1_000_000)))).toBe(1_000_000)
      expect(await append(id, 1_000_000, source(bytes.subarray(1_000_000, 1_000_001)))).toBe(1_000_001)
      expect(await append(id, 1_000_001, source(bytes.subarray(1_000_001)))).toBe(3_000_001)
      expect(durable).toEqual([3_000_001])
      expect(sha256(await finished(id, bytes.length))).toBe(sha256(bytes))
    })

    it('makes the bytes of a long request durable step by step', async () => {
      const id = nextId()
      const bytes = randomBytes(30_000_000)
      expect(await append(id, 0, source(bytes))).toBe(bytes.length)
      expect(durable.length).toBeGreaterThan(1)
      expect(durable.toSorted((a, b) => a - b)).toEqual(durable)
      expect(durable.at(-1)).toBe(bytes.length)
      expect(sha256(await finished(id, bytes.length))).toBe(sha256(bytes))
    })

    it('keeps the bytes received before an interruption', async () => {
      const id = nextId()
      const bytes = randomBytes(2_000_000)
      const first = await append(id, 0, source(bytes.subarray(0, 1_300_000), 'breaks'))
      expect(first).toBe(1_300_000)
      await append(id, first, source(bytes.subarray(first)))
      expect(sha256(await finished(id, bytes.length))).toBe(sha256(bytes))
    })

    it('releases a silent sender soon and keeps the received bytes', async () => {
      const id = nextId()
      const silent = source(randomBytes(100_000), 'is silent')
      const releaseController = new AbortController()
      const appending = append(id, 0, silent, { releaseSignal: releaseController.signal })
      await vi.waitUntil(() => silent.readableLength === 0 && silent.readableDidRead, { timeout: 10_000 })
      setTimeout(() => releaseController.abort(), 50)
      expect(await appending).toBe(100_000)
      expect(durable).toEqual([100_000])
    })

    it('reads ranges of an unfinished upload, up to the end of what is there', async () => {
      const id = nextId()
      const bytes = randomBytes(100_000)
      // Small parts, as a recording sends them; one is sent again, because its answer was lost.
      for (let at = 0; at < 10_000; at += 1_000) await append(id, at, source(bytes.subarray(at, at + 1_000)))
      await append(id, 9_000, source(bytes.subarray(9_000, 12_000)))
      await append(id, 12_000, source(bytes.subarray(12_000)))
      const ranges = [
        [0, 1],
        [0, 100_000],
        [999, 1_001],
        [500, 11_000],
        [50_000, 60_000],
        [99_990, 200_000],
        [100_000, 200_000],
        [7, 7],
      ] as const
      for (const [from, to] of ranges) {
        const read = await opened.staging.read(id, from, to)
        expect(Buffer.from(read).equals(bytes.subarray(from, to))).toBe(true)
      }
    })

    it('reads bytes far behind the beginning of their part', async () => {
      const id = nextId()
      const bytes = randomBytes(30_000_000)
      await append(id, 0, source(bytes))
      for (const from of [20_000_000, 29_999_990]) {
        const read = await opened.staging.read(id, from, from + 100)
        expect(Buffer.from(read).equals(bytes.subarray(from, from + 100))).toBe(true)
      }
    })

    it('reads nothing of an upload that is unknown, finished or discarded', async () => {
      const [unknown, whole, discarded] = [nextId(), nextId(), nextId()]
      expect((await opened.staging.read(unknown, 0, 10)).length).toBe(0)
      for (const id of [whole, discarded]) await append(id, 0, source(Buffer.from('abc')))
      await finished(whole, 3)
      await opened.staging.discard(whole)
      await opened.staging.discard(discarded)
      expect((await opened.staging.read(whole, 0, 3)).length).toBe(0)
      expect((await opened.staging.read(discarded, 0, 3)).length).toBe(0)
    })

    it('reads all bytes or none while the upload is finished or discarded', async () => {
      for (const end of ['finish', 'discard'] as const) {
        const id = nextId()
        const bytes = randomBytes(200_000)
        for (let at = 0; at < bytes.length; at += 20_000) {
          await append(id, at, source(bytes.subarray(at, at + 20_000)))
        }
        const reads = Array.from({ length: 10 }, async () => opened.staging.read(id, 10_000, 190_000))
        const ending =
          end === 'discard'
            ? opened.staging.discard(id)
            : finished(id, bytes.length).then(() => opened.staging.discard(id))
        for (const read of await Promise.all(reads)) {
          const isWhole = Buffer.from(read).equals(bytes.subarray(10_000, 190_000))
          expect(isWhole || read.length === 0).toBe(true)
        }
        await ending
      }
    })

    it('verifies a checksum and discards bytes that do not match', async () => {
      const id = nextId()
      const bytes = randomBytes(9_000_000)
      expect(await append(id, 0, source(bytes), { checksum: { algorithm: 'sha256', hash: sha256(bytes) } })).toBe(
        bytes.length,
      )
      const wrong = append(id, bytes.length, source(randomBytes(9_000_000)), {
        checksum: { algorithm: 'sha256', hash: sha256(bytes) },
      })
      await expect(wrong).rejects.toThrow(ChecksumMismatch)
      await append(id, bytes.length, source(bytes), { checksum: { algorithm: 'sha256', hash: sha256(bytes) } })
      expect(sha256(await finished(id, 2 * bytes.length))).toBe(sha256(Buffer.concat([bytes, bytes])))
    })

    it('never uses wrong bytes in place of the right ones, for any sizes of pieces', async () => {
      const id = nextId()
      const bytes = randomBytes(18_000_000)
      const wrong = append(id, 0, source(randomBytes(bytes.length)), {
        checksum: { algorithm: 'sha256', hash: sha256(bytes) },
      })
      await expect(wrong).rejects.toThrow(ChecksumMismatch)
      for (let at = 0; at < bytes.length; at += 6_000_000) {
        await append(id, at, source(bytes.subarray(at, at + 6_000_000)))
      }
      expect(sha256(await finished(id, bytes.length))).toBe(sha256(bytes))
    })

    it('accepts no more bytes than the maximum', async () => {
      const id = nextId()
      await append(id, 0, source(Buffer.from('first ')))
      await expect(append(id, 6, source(randomBytes(11)), { maxBytes: 10 })).rejects.toThrow(TooManyBytes)
      await append(id, 6, source(Buffer.from('second')), { maxBytes: 10 })
      expect((await finished(id, 12)).toString()).toBe('first second')
    })

    it('overwrites bytes that were not acknowledged', async () => {
      const id = nextId()
      await append(id, 0, source(Buffer.from('abc')))
      const unacknowledged = { bytes: source(Buffer.from('defghi')), checksum: null, maxBytes: 99 }
      await opened.staging.append(
        id,
        3,
        { ...unacknowledged, releaseSignal: new AbortController().signal },
        async () => {},
      )
      await append(id, 3, source(Buffer.from('def')))
      expect((await finished(id, 6)).toString()).toBe('abcdef')
    })

    it('fails when the callback for durable bytes rejects', async () => {
      const refuse = async () => {
        throw new Error('gone')
      }
      const incoming = { bytes: source(randomBytes(30_000_000)), checksum: null, maxBytes: 1e9 }
      const releaseSignal = new AbortController().signal
      await expect(opened.staging.append(nextId(), 0, { ...incoming, releaseSignal }, refuse)).rejects.toThrow('gone')
    })

    it('finishes once for concurrent calls', async () => {
      const id = nextId()
      const bytes = randomBytes(500_000)
      await append(id, 0, source(bytes))
      const all = await Promise.all(Array.from({ length: 5 }, () => finished(id, bytes.length)))
      expect(all.map(sha256)).toEqual(Array.from({ length: 5 }, () => sha256(bytes)))
      await opened.staging.discard(id)
      expect(sha256(await finished(id, bytes.length))).toBe(sha256(bytes))
    })

    it('throws when acknowledged bytes are lost', async () => {
      const id = nextId()
      await append(id, 0, source(Buffer.from('abc')))
      await expect(opened.staging.finish(id, 4, `media/upload-${id}/original`)).rejects.toThrow(StagedBytesLost)
    })

    it('lists uploads until they are discarded', async () => {
      const [one, two] = [nextId(), nextId()]
      await append(one, 0, source(Buffer.from('1')))
      await append(two, 0, source(Buffer.from('2')))
      expect(await opened.staging.list()).toEqual(expect.arrayContaining([one, two]))
      await opened.staging.discard(one)
      await opened.staging.discard(one)
      const left = await opened.staging.list()
      expect(left).toContain(two)
      expect(left).not.toContain(one)
    })
  })
}
