// Tests of the contract of every storage; each adapter runs them.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MissingObject, type Storage } from './storage.ts'

async function read(stream: Readable): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString('latin1')
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

export function itBehavesLikeStorage(open: () => Promise<{ storage: Storage; close: () => Promise<void> }>): void {
  let storage: Storage
  let close: () => Promise<void>
  let folder: string
  beforeAll(async () => {
    ;({ storage, close } = await open())
    folder = await mkdtemp(join(tmpdir(), 'kaiwa-storage-'))
  })
  afterAll(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  const text = async (key: string): Promise<string> => read(await storage.get(key))

  it('keeps bytes, text, streams and files', async () => {
    const file = join(folder, 'file')
    await writeFile(file, 'from a file')
    await storage.put('kinds/bytes', new Uint8Array([0, 255, 128]))
    await storage.put('kinds/text', '会話')
    await storage.put('kinds/stream', Readable.from([Buffer.from('a'), Buffer.from('b')]))
    await storage.put('kinds/file', { file })
    await storage.put('kinds/empty', '')
    expect(await text('kinds/bytes')).toBe('\x00\xff\x80')
    expect(Buffer.from(await text('kinds/text'), 'latin1').toString()).toBe('会話')
    expect(await text('kinds/stream')).toBe('ab')
    expect(await text('kinds/file')).toBe('from a file')
    expect(await text('kinds/empty')).toBe('')
    expect(await exists(file)).toBe(true)
  })

  it('joins ranges of objects, large and small, in order', async () => {
    const [large, small] = [randomBytes(24 * 1_048_576), randomBytes(1_000)]
    await storage.put('join/large', large)
    await storage.put('join/small', small)
    const pieces = [
      { key: 'join/small', from: 0, to: 10 },
      { key: 'join/large', from: 1, to: 6_000_001 },
      { key: 'join/small', from: 5, to: 5 },
      { key: 'join/large', from: 6_000_001, to: large.length },
      { key: 'join/small', from: 990, to: 1_000 },
    ]
    const whole = Buffer.concat([small.subarray(0, 10), large.subarray(1), small.subarray(990)])
    expect((await storage.join('join/whole', pieces)).size).toBe(whole.length)
    expect(Buffer.from(await text('join/whole'), 'latin1').equals(whole)).toBe(true)
    expect((await storage.join('join/little', pieces.slice(0, 1))).size).toBe(10)
    expect((await storage.join('join/nothing', [])).size).toBe(0)
    const missing = storage.join('join/broken', [{ key: 'join/none', from: 0, to: 9 }])
    await expect(missing).rejects.toThrow(MissingObject)
    expect(await storage.head('join/broken')).toBeNull()
  })

  it('moves a local file into the storage', async () => {
    const file = join(folder, 'taken')
    await writeFile(file, 'moved')
    expect((await storage.take('taken/file', file)).size).toBe(5)
    expect(await text('taken/file')).toBe('moved')
    expect(await exists(file)).toBe(false)
  })

  it('returns size and time of an object, null for a missing one', async () => {
    const before = Date.now()
    await storage.put('head/a', '12345')
    const head = await storage.head('head/a')
    expect(head?.size).toBe(5)
    expect(Math.abs((head?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(60_000)
    expect(await storage.head('head/b')).toBeNull()
    expect(await storage.head('head')).toBeNull()
  })

  it('returns ranges, both ends inclusive', async () => {
    await storage.put('range/a', '0123456789')
    expect(await read(await storage.get('range/a', { start: 0, end: 0 }))).toBe('0')
    expect(await read(await storage.get('range/a', { start: 3, end: 6 }))).toBe('3456')
    expect(await read(await storage.get('range/a', { start: 8, end: 99 }))).toBe('89')
  })

  it('replaces an existing object', async () => {
    await storage.put('replace/a', 'a long first version')
    await storage.put('replace/a', 'short')
    expect(await text('replace/a')).toBe('short')
  })

  it('stores nothing from a failed stream, and keeps the existing object', async () => {
    const broken = () =>
      Readable.from(
        (async function* () {
          yield randomBytes(100_000)
          throw new Error('cut')
        })(),
      )
    await storage.put('broken/old', 'old')
    await expect(storage.put('broken/new', broken())).rejects.toThrow('cut')
    await expect(storage.put('broken/old', broken())).rejects.toThrow('cut')
    expect(await storage.head('broken/new')).toBeNull()
    expect(await text('broken/old')).toBe('old')
    expect(await storage.list('broken/')).toEqual(['broken/old'])
  })

  it('throws MissingObject for a missing object', async () => {
    await expect(storage.get('none/a')).rejects.toThrow(MissingObject)
    await expect(storage.withLocalFile('none/a', async () => 1)).rejects.toThrow(MissingObject)
  })

  it('deletes one object, or exactly those below a prefix', async () => {
    for (const key of ['tree/a/1', 'tree/a/b/2', 'tree/ab/3', 'tree/4']) await storage.put(key, key)
    await storage.delete('tree/4')
    await storage.delete('tree/4')
    await storage.deletePrefix('tree/a/')
    await storage.deletePrefix('tree/none/')
    expect(await storage.list('tree/')).toEqual(['tree/ab/3'])
  })

  it('lists keys in order, only below the prefix', async () => {
    for (const key of ['list/b', 'list/a/z', 'list/a.ts', 'lists/c']) await storage.put(key, '')
    expect(await storage.list('list/')).toEqual(['list/a.ts', 'list/a/z', 'list/b'])
    expect(await storage.list('nothing/')).toEqual([])
  })

  it('lists the keys between two keys, both exclusive', async () => {
    const keys = ['between/04-06', 'between/06-09', 'between/09-10', 'between/10-12']
    for (const key of keys) await storage.put(key, '')
    expect(await storage.list('between/', { after: 'between/06', before: 'between/10' })).toEqual(keys.slice(1, 3))
    expect(await storage.list('between/', { after: 'between/06-09', before: 'between/10-12' })).toEqual(
      keys.slice(2, 3),
    )
    expect(await storage.list('between/', { after: 'between/2', before: 'between/3' })).toEqual([])
  })

  it('provides a local file while it is used', async () => {
    await storage.put('lent/a', 'lent')
    const path = await storage.withLocalFile('lent/a', async (local) => {
      expect(await readFile(local, 'utf8')).toBe('lent')
      return local
    })
    expect(await text('lent/a')).toBe('lent')
    if (storage.kind === 's3') expect(await exists(path)).toBe(false)
  })

  it('stores a large stream whole', async () => {
    const part = randomBytes(1024 * 1024)
    const head = await storage.put('large/a', Readable.from(Array.from({ length: 12 }, () => part)))
    expect(head.size).toBe(12 * 1024 * 1024)
    const tail = await storage.get('large/a', { start: 11 * 1024 * 1024, end: 12 * 1024 * 1024 - 1 })
    expect((await read(tail)) === part.toString('latin1')).toBe(true)
  })

  it.each([
    '',
    '/etc/passwd',
    '../up',
    'a/../b',
    'a//b',
    'a/',
    '.hidden',
    'a/.b',
    'a\\b',
    'a\0b',
    'a\nb',
    'あ',
    'x'.repeat(901),
  ])('refuses %j as a key', async (key) => {
    await expect(storage.put(key, '')).rejects.toThrow('Not a storage key')
    await expect(storage.get(key)).rejects.toThrow('Not a storage key')
    await expect(storage.head(key)).rejects.toThrow('Not a storage key')
    await expect((async () => storage.delete(key))()).rejects.toThrow('Not a storage key')
  })

  it.each(['', '/', 'a', '../', 'a/../'])('refuses %j as a prefix', async (prefix) => {
    await expect((async () => storage.deletePrefix(prefix))()).rejects.toThrow(TypeError)
    await expect((async () => storage.list(prefix))()).rejects.toThrow(TypeError)
  })

  it('can be checked', () => storage.check())
}
