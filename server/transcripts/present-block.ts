import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { Block, Term } from '@kaiwa/contract/transcripts.ts'
import { type BlockRow, toTags } from './store/blocks.ts'

type BlockContext = { transcriptId: number; fileId: number; speakers: ReadonlyMap<number, Speaker> }

export const presentBlock = (row: BlockRow, { transcriptId, fileId, speakers }: BlockContext): Block => ({
  id: row.id,
  transcript_id: transcriptId,
  uuid: row.uuid,
  start_time: row.start_time,
  end_time: row.end_time,
  content: row.content,
  sentiment: row.sentiment,
  section_name: row.section_name,
  is_break: row.is_break,
  speaker_id: row.speaker_id,
  speaker: row.speaker_id === null ? null : (speakers.get(row.speaker_id) ?? null),
  project_file_id: fileId,
  terms: row.terms as Term[],
  tags: toTags(row.marks, row.content),
  length: row.content.length,
})
