import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { storageOf } from './browser-storage.ts'

function full(values: Record<string, string> = {}): Storage {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  return { getItem: (key: string) => values[key] ?? null, setItem: refuse, removeItem: refuse } as never
}

it('keeps a value in memory that a full storage refuses, until it can be stored', () => {
  let now = full({ width: '300' })
  const store = storageOf(() => now)
  expect(store.read('width')).toBe('300')
  store.write('width', '320')
  expect(store.read('width')).toBe('320')
  store.write('width', null)
  expect(store.read('width')).toBeNull()
  const stored = new Map<string, string>()
  now = { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) } as never
  store.write('width', '340')
  expect([store.read('width'), stored.get('width')]).toEqual(['340', '340'])
})

it('works where storage is forbidden', () => {
  const store = storageOf(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect([store.read('x'), store.readJson('x')]).toEqual([null, null])
  store.write('x', '[1]')
  expect(store.readJson('x')).toEqual([1])
})

it.each(['{', '', 'undefined'])('%j is no JSON', (text) => {
  expect(storageOf(() => full({ x: text })).readJson('x')).toBeNull()
})

it('no other file of the browser app uses the storage of the browser, which may throw', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['dist/**', '**/test/**', '**/*.test.*'] })
  expect(files.length).toBeGreaterThan(500)
  const uses = files.filter((path) =>
    /\b(?:local|session)Storage\b/.test(withoutComments(readFileSync(root + path, 'utf8'))),
  )
  expect(uses).toEqual(['platform/browser-storage.ts'])
})

function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
}
