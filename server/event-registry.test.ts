// Compares the registry of events with the code that publishes and handles them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventName, events } from '@kaiwa/contract/events.ts'
import { expect, it } from 'vitest'
import { domains } from './domains.ts'

const ROOT = join(import.meta.dirname, '..')

/** Path and text of the files of the product, without tests. */
function productFiles(...patterns: string[]): { path: string; text: string }[] {
  return globSync(patterns, {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|test)$|\.test\.tsx?$/.test(path),
  }).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Event names in object literals (`type: 'file.updated'`) of the files that publish events. */
const published = productFiles('server/**/*.ts')
  .filter(({ text }) => /from '[\w./-]+\/(store\/outbox|events\/event)\.ts'/.test(text))
  .flatMap(({ text }) => [...text.matchAll(/\btype: '([a-z]+\.[\w.-]+)'/g)].map(([, name]) => name))

const handled = domains.flatMap(({ subscriptions = [] }) => subscriptions.map(({ type }) => type))

it.each(Object.keys(events) as EventName[])('%s is published', (name) => {
  expect(published).toContain(name)
})

it('every published event is in the registry', () => {
  expect(Object.keys(events)).toEqual(expect.arrayContaining(published))
})

it.each((Object.keys(events) as EventName[]).filter((name) => events[name].channels.length === 0))(
  'the internal event %s has a handler',
  (name) => {
    expect(handled).toContain(name)
  },
)

it('builds and parses channel names only in the contract', () => {
  const files = productFiles('{server,web,packages,bench}/**/*.{ts,tsx}')
  expect(files.filter(({ text }) => /private-(user|project)/.test(text)).map(({ path }) => path)).toEqual([
    'packages/contract/channels.ts',
  ])
})
