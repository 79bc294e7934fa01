import type { ThreadTask } from '../../platform/threads/thread-task.ts'
import { type DigestOrder, type DigestPassage, readDigest } from './read-digest.ts'

const task: ThreadTask<DigestOrder, DigestPassage[]> = (order, { db }) => readDigest(db(), order)
export default task
