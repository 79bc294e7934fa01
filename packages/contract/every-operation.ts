// All operations of the contract, for what concerns every one of them: generated code, documents and tests.
import * as contract from './index.ts'
import type { Operation } from './operation.ts'

type Domains = typeof contract
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type All = Intersection<Domains[keyof Domains]>

export type OperationName = { [K in keyof All]: All[K] extends Operation ? K : never }[keyof All]

/** Operations by name. */
export type Operations = Pick<All, OperationName>

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

export const everyOperation: readonly Operation[] = Object.values(contract)
  .flatMap((domain): unknown[] => Object.values(domain))
  .filter(isOperation)
