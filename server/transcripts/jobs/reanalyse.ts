import { analysePassages } from '@kaiwa/language/analyse.ts'
import { timedWords } from '@kaiwa/language/terms.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { emit } from '../../platform/events/emit.ts'
import { job } from '../../platform/jobs/job.ts'
import { lockFile } from '../../transcription/lock-file.ts'
import { findAnalysable, saveAnalyses } from '../store.ts'
import { fileChannels } from '../../workspace/rights/folder-listeners.ts'

/** Terms keep the times they have; a block that somebody changed meanwhile is left to the next run. */
export const reanalyse = job<{ transcript_id: number }>({
  name: 'transcripts.reanalyse',
  unique: 'queued',
  run: async ({ transcript_id }, { app }) => {
    const found = await findAnalysable(app.db, transcript_id)
    if (!found) return
    const { blocks, transcript } = found
    const passages = blocks.map((block) => ({ ...block, words: timedWords(block.terms as unknown as Term[]) }))
    const analyses = await analysePassages(passages, transcript.language === 'en' ? 'en' : 'ja')
    await app.db.transaction().execute(async (trx) => {
      await lockFile(trx, transcript.file_id)
      const changes = blocks.flatMap(({ id, content }, index) => {
        const analysis = analyses[index]
        return analysis ? [{ id, content, ...analysis }] : []
      })
      const revision = await saveAnalyses(trx, transcript_id, changes)
      await emit(trx, {
        type: 'transcript.blocks-reanalysed',
        data: { project_file_id: transcript.file_id, transcript_id, revision },
        channels: await fileChannels(trx, { id: transcript.file_id, project_id: transcript.project_id }),
      })
    })
  },
})
