// All operations of the contract, for tests that check every one.
import * as contract from '../index.ts'
import type { Operation } from '../operation.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const everyOperation: readonly Operation[] = Object.values(contract)
  .flatMap((domain): unknown[] => Object.values(domain))
  .filter(isOperation)
