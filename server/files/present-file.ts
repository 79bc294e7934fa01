// The file resource, as lists, headers and action responses return it.
import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { presentPerson } from '../accounts/person.ts'
import { fileAbilities } from '../tree/policy.ts'
import { roleIds } from '../tree/present-item.ts'
import type { Reader } from './reader.ts'
import type { FileRow } from './store/files.ts'
import { fileState } from './policy-file-state.ts'

const inMb = (bytes: number): number => bytes / BYTES_PER_MB
const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** Returns which picture represents the file. The first matching rule wins. */
export const thumbnailKind = (
  row: Pick<FileRow, 'status' | 'failed_reason' | 'transcript_status' | 'is_audio' | 'has_thumbnail'> & {
    plays: boolean
  },
): ProjectFile['thumbnail_kind'] => {
  const isSilent = row.failed_reason === 'no-audio-detected' || row.failed_reason === 'no-transcript'
  if (row.status === 'failed' && isSilent) return 'muted_sound'
  if (row.transcript_status === 'completed' && !row.plays) return 'broken_file'
  if (row.is_audio) return 'is_audio'
  return row.has_thumbnail ? 'normal' : 'processing'
}

/** Presents a visible file with the reader's abilities. */
export const presentFile = (row: FileRow, { actor, mediaOf }: Reader): ProjectFile => {
  const state = fileState(row)
  return {
    id: row.id,
    is_project: false,
    item_id: row.item_id,
    project_id: row.project_id,
    title: row.title,
    name: row.title,
    file_name: row.file_name,
    status: row.status,
    failed_reason: row.failed_reason,
    note: row.note,
    thumbnail: row.has_thumbnail ? `${mediaOf(row.id)}/${row.video_id}/thumbnail.jpg` : null,
    thumbnail_kind: thumbnailKind({ ...row, plays: state.is_playable }),
    thumbnail_count: row.thumbnail_count,
    video_id: row.video_id,
    is_audio: row.is_audio,
    is_playable: state.is_playable,
    duration: row.duration,
    total_size: inMb(row.original_size + row.derived_size),
    original_size: inMb(row.original_size),
    language: row.language,
    num_speaker: row.num_speaker,
    transcript: { id: row.transcript_id, status: row.transcript_status ?? 'created', block_count: row.block_count },
    created_at: row.created_at.toISOString(),
    transcript_started_at: iso(row.transcript_started_at),
    estimate_completed_at: iso(row.estimate_completed_at),
    last_updated_by: presentPerson(row.last_updated_by),
    last_updated_at: row.last_updated_at.toISOString(),
    hubspot_deal: null,
    project_file_item: { role_ids: roleIds(actor, row.role) },
    metadata: [],
    upload: row.upload && { ...row.upload, received: inMb(row.upload.received) },
    can: fileAbilities(actor, row, state),
  }
}
