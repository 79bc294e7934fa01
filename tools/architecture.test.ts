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
