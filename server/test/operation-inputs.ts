import type { OperationName, Operations } from '@kaiwa/contract/every-operation.ts'
import type { Operation, OperationInput } from '@kaiwa/contract/operation.ts'

/** Query and body by operation name. Fields that are not in the contract are type errors. */
export type OperationInputs = { [N in OperationName]?: Omit<OperationInput<Operations[N]>, 'params'> }

interface Input {
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** The input of an operation; undefined when the table has none. */
export function inputOf(inputs: OperationInputs, { name }: Operation): Input | undefined {
  return (inputs as Record<string, Input>)[name]
}
