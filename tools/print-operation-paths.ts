// Writes web/platform/operation-paths.ts from the contract: `node tools/print-operation-paths.ts`.
import { writeFileSync } from 'node:fs'
import { OPERATION_PATHS_FILE, operationPathsSource } from './operation-paths-source.ts'

writeFileSync(OPERATION_PATHS_FILE, operationPathsSource())
