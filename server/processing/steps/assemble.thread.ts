import '../../wiring.ts'
import { analysePassages } from '@kaiwa/language/analyse-passages.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'
import { assemble, type Assembly } from './assemble.ts'

const task: ThreadTask<Assembly, void> = (assembly, { db }) => assemble(db(), assembly, analysePassages)
export default task
