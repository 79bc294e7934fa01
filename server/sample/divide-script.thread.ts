import { openLanguage } from '@kaiwa/language/open-language.ts'
import type { ThreadTask } from '../platform/threads/thread-task.ts'

interface Word {
  text: string
  reading: string
}

/** The words of each text, for the engine of the sample. */
const task: ThreadTask<readonly string[], Word[][]> = async (texts) => {
  const { tokenise } = await openLanguage('ja')
  return texts.map((text) => tokenise(text).map(({ text: word, reading }) => ({ text: word, reading })))
}
export default task
