// Computes the figures of talk of transcripts and stores them. Uses only the database, so that it can run in a worker
// thread (measure-talk.thread.ts).
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { type SpeakerTalk, talkOf } from '@kaiwa/transcript/analysis/talk.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { blockBatches } from '../transcripts/store/blocks.ts'
import { findRevision, saveTalk, type StoredTalk } from './store/talk-figures.ts'

type Spoken = Parameters<typeof talkOf>[0] extends Iterable<infer Block> ? Block : never

function withoutIntervals(speaker: SpeakerTalk): StoredTalk['speakers'][number] {
  const { intervals: _, ...figures } = speaker
  return figures
}

/** Figures of the transcript as it is in the snapshot; undefined if it is not completed. */
async function readTalk(snapshot: Trx, transcriptId: number): Promise<StoredTalk | undefined> {
  const revision = await findRevision(snapshot, transcriptId)
  if (revision === undefined) return undefined
  const blocks: Spoken[] = []
  for await (const batch of blockBatches(snapshot, transcriptId))
    for (const { uuid, content, start_time, end_time, speaker_id, terms } of batch)
      blocks.push({ uuid, content, start_time, end_time, speaker_id, terms: terms as unknown as Term[] })
  const { speakers, ...talk } = talkOf(blocks)
  return {
    transcriptId,
    revision,
    ...talk,
    speakers: speakers.map(withoutIntervals),
  }
}

/** Transcripts that do not exist are left out. May run twice at the same time. */
export async function measureTalk(db: Db, transcriptIds: readonly number[]): Promise<void> {
  for (const id of transcriptIds) {
    // Revision and blocks of the same moment.
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const talk = await snapshot.execute((trx) => readTalk(trx, id))
    if (talk) await saveTalk(db, talk)
  }
}
