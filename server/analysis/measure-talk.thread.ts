import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { measureTalk, type UnmeasuredTranscript } from './measure-talk.ts'

const task: ThreadTask<number[], UnmeasuredTranscript[]> = (transcriptIds, { db }) => measureTalk(db(), transcriptIds)
export default task
