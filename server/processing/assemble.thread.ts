import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { assemble } from './assemble.ts'
import type { Run } from './run.ts'

const task: ThreadTask<Run, void> = (run, { db }) => assemble(db(), run)
export default task
