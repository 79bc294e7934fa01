import { everyOperation } from '@kaiwa/contract/test/every-operation.ts'
import { expect, it } from 'vitest'
import { OPERATION_PATHS } from './operations.ts'

const described = everyOperation.map(({ name, method, path }) => [name, `${method} ${path}`] as const)

it('lists every operation of the contract with method and path', () => {
  expect(Object.fromEntries(Object.entries(OPERATION_PATHS))).toEqual(Object.fromEntries(described))
})
