import type { ImportSummary } from '@kaiwa/contract/exchange.ts'
import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { examineImport, type Examination } from './examine-import.ts'

const task: ThreadTask<Examination, ImportSummary> = async (input) => examineImport(input)
export default task
