import type * as contract from '@kaiwa/contract'
import type { Operation, OperationInput } from '@kaiwa/contract/operation.ts'

type Domains = typeof contract
type OperationsOf<D> = { [K in keyof D as D[K] extends Operation ? K : never]: Omit<OperationInput<D[K]>, 'params'> }
type ByDomain = { [D in keyof Domains]: OperationsOf<Domains[D]> }[keyof Domains]
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** What operations are sent besides the ids of their address, by name; a field that the contract does not know is an error. */
export type OperationInputs = Partial<Intersection<ByDomain>>

type Input = { query?: Record<string, unknown>; body?: Record<string, unknown> }

/** What the operation is sent; undefined where nothing is written down for it. */
export const inputOf = (inputs: OperationInputs, { name }: Operation): Input | undefined =>
  (inputs as Record<string, Input>)[name]
