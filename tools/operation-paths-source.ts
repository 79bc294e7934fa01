// The list of methods and paths that the browser needs to call the interface. It is generated, so that the browser loads
// neither the contract's schemas nor a list that is kept by hand.
import { fileURLToPath } from 'node:url'
import { everyOperation } from '@kaiwa/contract/every-operation.ts'

export const OPERATION_PATHS_FILE = fileURLToPath(new URL('../web/platform/operation-paths.ts', import.meta.url))

const HEAD = `// Generated from packages/contract by \`node tools/print-operation-paths.ts\`.
import type { OperationName } from '@kaiwa/contract/every-operation.ts'
import type { Method } from '@kaiwa/contract/operation.ts'

/** Method and path of every operation. */
export const OPERATION_PATHS: Readonly<Record<OperationName, \`\${Method} /\${string}\`>> = {
`

/** The text of the generated file. */
export function operationPathsSource(): string {
  const lines = everyOperation
    .map(({ name, method, path }) => `  ${name}: '${method} ${path}',\n`)
    .toSorted((a, b) => a.localeCompare(b, 'en'))
  return `${HEAD}${lines.join('')}}\n`
}
