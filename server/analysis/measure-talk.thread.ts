import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { measureTalk } from './measure-talk.ts'

const task: ThreadTask<number[], void> = (transcriptIds, { db }) => measureTalk(db(), transcriptIds)
export default task
