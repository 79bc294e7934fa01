import type * as contract from '@kaiwa/contract'
import type { Operation, OperationInput } from '@kaiwa/contract/operation.ts'

type Domains = typeof contract
type OperationsOf<D> = { [K in keyof D as D[K] extends Operation ? K : never]: Omit<OperationInput<D[K]>, 'params'> }
type ByDomain = { [D in keyof Domains]: OperationsOf<Domains[D]> }[keyof Domains]
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** Query and body by operation name. Fields that are not in the contract are type errors. */
export type OperationInputs = Partial<Intersection<ByDomain>>

type Input = { query?: Record<string, unknown>; body?: Record<string, unknown> }

/** The input of an operation; undefined when the table has none. */
export const inputOf = (inputs: OperationInputs, { name }: Operation): Input | undefined =>
  (inputs as Record<string, Input>)[name]
