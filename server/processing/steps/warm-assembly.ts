// The modules and dictionaries of the assembly take longer to load than an hour of speech takes to assemble. For a recording
// whose chunks are nearly all recognised, they are loaded while the last chunks are recognised.
import type { App } from '../../platform/app.ts'
import { RECOGNITION_CONCURRENCY } from '../engines/recognition-concurrency.ts'
import type { RunningFile } from '../store/runs.ts'
import { chunkTotals } from '../store/speech-chunks.ts'
import { analyseInThread, isAssembledInThread } from './assemble-transcript.ts'
import { languageOf } from './assemble.ts'
import type warmThread from './warm-assembly.thread.ts'

/** Computing time. */
const TIMEOUT_MS = 30_000

/** The chunks that are recognised at the same time, and one more. */
const NEARLY_ALL = RECOGNITION_CONCURRENCY + 1

/** Call it without waiting for it. Never rejects: without it the assembly loads them itself. */
export async function warmAssembly(app: App, file: RunningFile, signal: AbortSignal): Promise<void> {
  try {
    const { recognised, waiting } = await chunkTotals(app.db, file.id)
    if (recognised + waiting === 0 || waiting > NEARLY_ALL) return
    const language = languageOf(file, [])
    if (!isAssembledInThread(recognised + waiting)) {
      await analyseInThread(app, [], language, signal)
      return
    }
    const module = new URL('./warm-assembly.thread.ts', import.meta.url)
    await app.threads.run<typeof warmThread>(module, language, { lane: 'background', timeoutMs: TIMEOUT_MS, signal })
  } catch (err) {
    if (!signal.aborted) app.log.warn({ err, file_id: file.id }, 'assembly not prepared')
  }
}
