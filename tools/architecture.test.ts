import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = await readFile(`${root}docs/architecture.md`, 'utf8')
const tree = /```\n(server\/[^]*?)```/.exec(page)?.[1] ?? ''
// Generated or installed folders are not part of the tree.
const made = new Set(['node_modules', 'dist', '.cache'])

it.each(['server', 'web', 'packages'])('docs/architecture.md lists every folder of %s', async (parent) => {
  const entries = await readdir(`${root}${parent}`, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !made.has(entry.name)).map(({ name }) => name)
  expect(folders.filter((name) => !tree.includes(`${name}/`))).toEqual([])
})

/** The files of the list below a heading, in order, and the number that the heading states, if any. */
const traces = page.split('\n### ').flatMap((section) => {
  const files = [...section.matchAll(/^(\d+)\. `([^`]+)`: /gm)].map(([, number, file]) => ({ number, file }))
  const [, title, total] = /^(.+): (\d+) files\n/.exec(section) ?? []
  return title === undefined ? [] : [{ title, total: Number(total), files }]
})
const shared = traces.find(({ title }) => title === 'The shared path')?.files ?? []

it('docs/architecture.md has the shared path and three traces', () => {
  expect(traces.map(({ title }) => title)).toEqual([
    'The shared path',
    'Renaming a folder',
    'Editing a block',
    'Uploading a recording',
  ])
})

it.each(traces)('the trace "$title" names existing files and counts them', ({ title, total, files }) => {
  expect(files.filter(({ file = '' }) => !existsSync(`${root}${file}`))).toEqual([])
  expect(files.map(({ number }) => Number(number))).toEqual(files.map((_, index) => index + 1))
  expect(new Set(files.map(({ file }) => file)).size).toBe(files.length)
  expect(files.length + (title === 'The shared path' ? 0 : shared.length)).toBe(total)
})
