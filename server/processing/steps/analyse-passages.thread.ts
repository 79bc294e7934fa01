import { analysePassages, type Analysis } from '@kaiwa/language/analyse-passages.ts'
import type { Passage } from '@kaiwa/language/terms.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'

/** Passages of a short recording. Without passages it only loads the dictionaries, which the thread keeps. */
const task: ThreadTask<{ passages: readonly Passage[]; language: 'ja' | 'en' }, Analysis[]> = ({
  passages,
  language,
}) => analysePassages(passages, language)
export default task
