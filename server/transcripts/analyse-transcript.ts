// Recomputes terms, scores and sentiment of an existing transcript. Uses only the database, so that it can run in a
// worker thread (analyse.thread.ts).
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { analysePassages } from '@kaiwa/language/analyse-passages.ts'
import { timedWords } from '@kaiwa/language/terms.ts'
import type { Db } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { lockFile } from '../files/store/files.ts'
import { fileChannels } from '../tree/store/readers.ts'
import { findAnalysable, saveAnalyses } from './store/analyses.ts'

/** Terms keep their times. Blocks that change during the analysis are skipped; the next run analyses them. */
export async function analyseTranscript(db: Db, transcriptId: number): Promise<void> {
  const found = await findAnalysable(db, transcriptId)
  if (!found) return
  const { blocks, transcript } = found
  const passages = blocks.map((block) => ({ ...block, words: timedWords(block.terms as unknown as Term[]) }))
  const analyses = await analysePassages(passages, transcript.language === 'en' ? 'en' : 'ja')
  await db.transaction().execute(async (trx) => {
    await lockFile(trx, transcript.file_id)
    const changes = blocks.flatMap(({ id, content }, index) => {
      const analysis = analyses[index]
      return analysis ? [{ id, content, ...analysis }] : []
    })
    const revision = await saveAnalyses(trx, transcriptId, changes)
    await publish(trx, {
      type: 'transcript.blocks-reanalysed',
      data: { project_file_id: transcript.file_id, transcript_id: transcriptId, revision },
      channels: await fileChannels(trx, { id: transcript.file_id, project_id: transcript.project_id }),
    })
  })
}
