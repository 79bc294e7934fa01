import { randomUUID } from 'node:crypto'
import { findLocale } from '../../accounts/store/users.ts'
import type { Trx } from '../../platform/database/database.ts'
import { speakerReferences } from '../../transcripts/references.ts'
import { saveAutomaticTranscript } from '../../transcripts/store/automatic-transcripts.ts'
import type { Composition } from './compose-blocks.ts'
import type { RunningFile } from '../store/runs.ts'

/** Names of automatic speakers, in the language of the person who uploaded the recording. */
const speakerName = { ja: (n: number) => `話者${n}`, en: (n: number) => `Speaker ${n}` } as const

const createSpeakers = async (trx: Trx, file: RunningFile, count: number): Promise<number[]> => {
  if (count === 0) return []
  const locale = file.created_by === null ? null : await findLocale(trx, file.created_by)
  const name = speakerName[locale === 'en' ? 'en' : 'ja']
  const names = Array.from({ length: count }, (_, index) => name(index + 1))
  return speakerReferences
    .get()
    .insertAutomatic(trx, { workspaceId: file.workspace_id, projectId: file.project_id, names })
}

/** Stores the composition as the file's transcript, with new speakers. */
export const storeTranscript = async (
  trx: Trx,
  file: RunningFile,
  { language, speakerCount, blocks }: Composition,
  engine: string,
): Promise<void> => {
  const speakers = await createSpeakers(trx, file, speakerCount)
  await saveAutomaticTranscript(trx, file.id, {
    language,
    engine,
    blocks: blocks.map(({ start_time, end_time, content, sentiment, speaker, terms }) => ({
      uuid: randomUUID(),
      start_time,
      end_time,
      content,
      sentiment,
      speaker_id: speakers[speaker] ?? null,
      terms,
    })),
    original: blocks,
  })
}
