import '../wiring.ts'
import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { applyImport, type Import } from './apply-import.ts'

const task: ThreadTask<Import, Awaited<ReturnType<typeof applyImport>>> = (input, { db }) => applyImport(db(), input)
export default task
