import './assemble.thread.ts'
import { openLanguage } from '@kaiwa/language/open-language.ts'
import type { ThreadTask } from '../../platform/threads/thread-task.ts'

/** Loads the modules and dictionaries of `assemble.thread.ts`. The thread keeps them for its next task. */
const task: ThreadTask<'ja' | 'en', void> = async (language) => {
  await openLanguage(language)
}
export default task
