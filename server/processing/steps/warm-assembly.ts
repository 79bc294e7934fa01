// The modules and dictionaries of the assembly take longer to load than an hour of speech takes to assemble. For a recording
// whose chunks are nearly all recognised when its last byte arrives, they are loaded while the last chunks are recognised.
import { openLanguage } from '@kaiwa/language/open-language.ts'
import type { App } from '../../platform/app.ts'
import type { RunningFile } from '../store/runs.ts'
import { chunkTotals } from '../store/speech-chunks.ts'
import { isAssembledInThread } from './assemble-transcript.ts'
import { languageOf } from './assemble.ts'
import type warmThread from './warm-assembly.thread.ts'

/** Computing time. */
const TIMEOUT_MS = 30_000

/** Call it without waiting for it. Never rejects: without it the assembly loads them itself. */
export async function warmAssembly(app: App, file: RunningFile, signal: AbortSignal): Promise<void> {
  try {
    const { recognised } = await chunkTotals(app.db, file.id)
    if (recognised === 0) return
    const language = languageOf(file, [])
    if (!isAssembledInThread(recognised)) {
      await openLanguage(language)
      return
    }
    const module = new URL('./warm-assembly.thread.ts', import.meta.url)
    await app.threads.run<typeof warmThread>(module, language, { lane: 'background', timeoutMs: TIMEOUT_MS, signal })
  } catch (err) {
    if (!signal.aborted) app.log.warn({ err, file_id: file.id }, 'assembly not prepared')
  }
}
