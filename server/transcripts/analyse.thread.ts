import type { ThreadTask } from '../platform/threads/thread-task.ts'
import { analyseTranscript } from './analyse-transcript.ts'

const task: ThreadTask<number, void> = (transcriptId, { db }) => analyseTranscript(db(), transcriptId)
export default task
