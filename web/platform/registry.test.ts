import { expect, it } from 'vitest'
import { registry } from './registry.ts'

it('lists entries by order, independent of the order in which they were added', () => {
  const entries = registry()
  for (const [id, order] of [
    ['tags', 20],
    ['speakers', 30],
    ['files', 10],
  ] as const)
    entries.add({ id, order })
  expect(entries.list().map(({ id }) => id)).toEqual(['files', 'tags', 'speakers'])
  expect(entries.list()).toBe(entries.list())
})

it('replaces an entry with the same id', () => {
  const entries = registry<{ id: string; order: number; label: string }>()
  entries.add({ id: 'tags', order: 20, label: 'old' })
  entries.add({ id: 'files', order: 10, label: 'files' })
  entries.add({ id: 'tags', order: 5, label: 'new' })
  expect(entries.list().map(({ label }) => label)).toEqual(['new', 'files'])
})
