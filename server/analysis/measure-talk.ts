// Computes the figures of talk of transcripts and stores them. Uses only the database, so that it can run in a worker
// thread (measure-talk.thread.ts).
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { type SpeakerTalk, talkOf } from '@kaiwa/transcript/analysis/talk.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { isUnavailable } from '../platform/database/unavailable.ts'
import { blockBatches } from '../transcripts/store/blocks.ts'
import { findOutdatedRevision, saveTalk, type StoredTalk } from './store/talk-figures.ts'

type Spoken = Parameters<typeof talkOf>[0] extends Iterable<infer Block> ? Block : never

function withoutIntervals(speaker: SpeakerTalk): StoredTalk['speakers'][number] {
  const { intervals: _, ...figures } = speaker
  return figures
}

/** Stored for a transcript whose figures cannot be computed: it is not compared, and not computed again. */
const NO_FIGURES = { unit: 'characters', duration: 0, total: null, speakers: [] } as const

/** The message of an error that the blocks of a transcript cause whenever they are read. */
export interface UnmeasuredTranscript {
  transcript_id: number
  message: string
}

interface Measured {
  talk: StoredTalk
  failure?: UnmeasuredTranscript
}

/** Figures of the transcript as it is in the snapshot; undefined if they are stored or it is not completed. */
async function readTalk(snapshot: Trx, transcriptId: number): Promise<Measured | undefined> {
  const revision = await findOutdatedRevision(snapshot, transcriptId)
  if (revision === undefined) return undefined
  const blocks: Spoken[] = []
  for await (const batch of blockBatches(snapshot, transcriptId))
    for (const { uuid, content, start_time, end_time, speaker_id, terms } of batch)
      blocks.push({ uuid, content, start_time, end_time, speaker_id, terms: terms as unknown as Term[] })
  try {
    const { speakers, ...talk } = talkOf(blocks)
    return { talk: { transcriptId, revision, ...talk, speakers: speakers.map(withoutIntervals) } }
  } catch (error) {
    const failure = { transcript_id: transcriptId, message: String(error) }
    return { talk: { transcriptId, revision, ...NO_FIGURES }, failure }
  }
}

/**
 * Leaves out transcripts that do not exist, and those whose figures are stored. May run twice at the same time. Returns
 * the transcripts whose figures cannot be computed. If the database refuses others, throws after the last one.
 */
export async function measureTalk(db: Db, transcriptIds: readonly number[]): Promise<UnmeasuredTranscript[]> {
  const failures: UnmeasuredTranscript[] = []
  const errors: unknown[] = []
  for (const id of transcriptIds) {
    try {
      // Revision and blocks of the same moment.
      const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      const measured = await snapshot.execute((trx) => readTalk(trx, id))
      if (measured) await saveTalk(db, measured.talk)
      if (measured?.failure) failures.push(measured.failure)
    } catch (error) {
      if (isUnavailable(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return failures
}
