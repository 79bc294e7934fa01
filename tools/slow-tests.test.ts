import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { SLOW_TESTS } from './slow-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

it.each(SLOW_TESTS)('%s matches tests, so that the list of slow tests stays true', (pattern) => {
  const found = globSync(pattern, { cwd: root }).filter((name) => /\.test\.tsx?$/.test(name))
  expect(found.filter((name) => !name.includes('node_modules'))).not.toEqual([])
})
