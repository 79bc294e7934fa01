import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { OPERATION_PATHS_FILE, operationPathsSource } from './operation-paths-source.ts'

it('the paths that the browser calls are those of the contract (node tools/print-operation-paths.ts)', () => {
  expect(readFileSync(OPERATION_PATHS_FILE, 'utf8')).toBe(operationPathsSource())
})
