import type { SummaryPart } from '@kaiwa/contract/summaries.ts'
import { FORMAT, type TranscriptFile, VERSION } from '@kaiwa/exchange/transcript-file.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Db } from '../platform/database/database.ts'
import { findTags } from '../tags/store/tags.ts'
import { findStoredBlocks } from '../transcripts/store/blocks.ts'
import { findTranscript } from '../transcripts/store/transcripts.ts'
import { findCategoryNames } from '../tags/store/categories.ts'
import { Refusal } from '../platform/refusal.ts'
import { findSpeakers } from '../speakers/store/speakers.ts'
import { type FileRow, findFile } from '../files/store/files.ts'
import { readSummaryParts } from '../summary/present-summary.ts'
import { assertAllowed } from '../tree/policy.ts'
import * as policy from './policy.ts'

/**
 * A file with its transcript, tags, speakers, sections and summary at one moment, with the rights that the caller has then: a long
 * export may have waited for its turn. Refuses like the export, and with E_INVALID_ACCESS_TOKEN after the session ended.
 */
export function readDocument(
  db: Db,
  caller: Actor,
  fileId: number,
  isTable: boolean,
): Promise<{ row: FileRow; document: TranscriptFile; summary: SummaryPart[] }> {
  // One snapshot: a concurrent save would otherwise give blocks whose tags were not read.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const actor = await reloadActor(trx, caller)
      const row = await findFile(trx, actor, fileId)
      assertAllowed(isTable ? policy.exportTable(row, row) : policy.exportTranscript(row, row))
      const transcript = await findTranscript(trx, row.id)
      if (!transcript) throw new Refusal('E_NOT_FOUND')
      const blocks = await findStoredBlocks(trx, transcript.id, 'all')
      const speakerIds = new Set(blocks.map(({ speaker_id }) => speaker_id).filter((id) => id !== null))
      const speakers = await findSpeakers(trx, actor, { projectId: row.project_id, ids: [...speakerIds] })
      const tags = await findTags(trx, [...new Set(blocks.flatMap((block) => block.tags.map(({ tag_id }) => tag_id)))])
      const categories = [...new Set([...tags.values()].map(({ tag_category_id }) => tag_category_id))]
      const tag_categories = await findCategoryNames(trx, actor, categories)
      const known = new Set(speakers.map(({ id }) => id))
      return {
        row,
        summary: await readSummaryParts(trx, actor, row.id),
        document: {
          format: FORMAT,
          version: VERSION,
          exported_at: new Date().toISOString(),
          recording: {
            id: row.video_id,
            title: row.title,
            file_name: row.file_name,
            duration: row.duration,
            language: transcript.language,
          },
          speakers: speakers.map(({ id, name }) => ({ id, name })),
          tag_categories,
          tags: [...tags.values()].map(({ id, tag_category_id, name, appearance }) => ({
            id,
            tag_category_id,
            name,
            appearance,
          })),
          blocks: blocks.map((block) => ({
            uuid: block.uuid,
            start_time: block.start_time,
            end_time: block.end_time,
            content: block.content,
            sentiment: block.sentiment,
            ...(block.is_sentiment_manual && { is_sentiment_manual: true }),
            section_name: block.section_name,
            is_break: block.is_break,
            speaker_id: block.speaker_id !== null && known.has(block.speaker_id) ? block.speaker_id : null,
            terms: [...block.terms],
            tags: [...block.tags],
          })),
        },
      }
    })
}
