import * as contract from '@kaiwa/contract'
import { expect, it } from 'vitest'
import { PLACES } from './operations.ts'

type Described = { name: string; method: string; path: string }

const isOperation = (value: unknown): value is Described =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'name' in value

const described = Object.values(contract)
  .flatMap((domain) => Object.values(domain))
  .filter(isOperation)
  .map(({ name, method, path }) => [name, `${method} ${path}`] as const)

it('knows every operation of the contract by its method and path', () => {
  expect(Object.fromEntries(Object.entries(PLACES))).toEqual(Object.fromEntries(described))
})
