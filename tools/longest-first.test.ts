import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LongestFirst, LONGEST } from './longest-first.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A test file in Vitest's sorter without a recorded duration. */
function file(name: string, project: string, groupOrder = 0) {
  return {
    moduleId: root + name,
    project: { name: project, config: { sequence: { groupOrder } } },
  } as TestSpecification
}

const unknown = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest

it('starts with the long files, even small ones, and keeps the order of projects', async () => {
  const [long = ''] = LONGEST
  const files = [file('package-lock.json', 'e2e', 1), file('package.json', 'unit'), file(long, 'e2e', 1)]
  const sorted = await new LongestFirst(unknown).sort(files)
  expect(sorted.map(({ moduleId }) => moduleId.slice(root.length))).toEqual(['package.json', long, 'package-lock.json'])
})

it.each(LONGEST)('%s exists', (name) => expect(access(root + name)).resolves.toBeUndefined())
