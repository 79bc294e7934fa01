// The file resource, as lists, headers and action responses return it.
import type { FileAbilities, ProjectFile } from '@kaiwa/contract/files.ts'
import type { FileRow as FileTableFile } from '@kaiwa/contract/workspace.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import type { Actor } from '../accounts/actor.ts'
import { presentPerson } from '../accounts/person.ts'
import { move, remove, rename, type Subject } from '../tree/policy.ts'
import { roleIds } from '../tree/present-item.ts'
import type { Reader } from './reader.ts'
import type { SpeakersOfRow } from './store/file-speakers.ts'
import { type FileRow, UNDETERMINED } from './store/files.ts'
import { fileRules } from './extension-points.ts'
import { type FileState, fileState, open } from './policy.ts'

function inMb(bytes: number): number {
  return bytes / BYTES_PER_MB
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}

/** Returns which picture represents the file. The first matching rule wins. */
export function thumbnailKind(
  row: Pick<FileRow, 'status' | 'failed_reason' | 'transcript_status' | 'is_audio' | 'has_thumbnail'> & {
    plays: boolean
  },
): ProjectFile['thumbnail_kind'] {
  const isSilent = row.failed_reason === 'no-audio-detected' || row.failed_reason === 'no-transcript'
  if (row.status === 'failed' && isSilent) return 'muted_sound'
  if (row.transcript_status === 'completed' && !row.plays) return 'broken_file'
  if (row.is_audio) return 'is_audio'
  return row.has_thumbnail ? 'normal' : 'processing'
}

/** The reader's abilities for a file, by the rules of all domains. */
export function fileAbilities(actor: Pick<Actor, 'workspaceRole'>, item: Subject, file: FileState): FileAbilities {
  const rules = fileRules.get()
  return {
    open: open(item, file).allowed,
    rename: rename(actor, item).allowed,
    move: move(actor, item).allowed,
    delete: remove(actor, item).allowed,
    cancel: rules.cancel(item, file).allowed,
    retry: rules.retry(item, file).allowed,
    change_language: rules.change_language(item, file).allowed,
    edit: rules.edit(item, file).allowed,
    download: rules.download(item, file).allowed,
    clip: rules.clip(item, file).allowed,
    export: rules.export(item, file).allowed,
    export_table: rules.export_table(item, file).allowed,
    import: rules.import(item, file).allowed,
    comment: rules.comment(item, file).allowed,
  }
}

/** The status of a transcript that has no row yet, or never got one. */
const STATUS_WITHOUT_TRANSCRIPT = {
  waiting: 'created',
  uploaded: 'waiting',
  processing: 'waiting',
  processed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
} as const

function knownLanguage(spoken: string | null): string | null {
  return spoken === UNDETERMINED ? null : spoken
}

function presentUpload(upload: FileRow['upload']): ProjectFile['upload'] {
  if (!upload) return null
  const { received, active_at: activeAt } = upload
  return { ...upload, received: inMb(received), active_at: new Date(activeAt * 1_000).toISOString() }
}

function dealOf({ deal_id, deal_name, deal_portal_id, is_deal_reachable }: FileRow): ProjectFile['hubspot_deal'] {
  if (deal_id === null || deal_name === null || deal_portal_id === null) return null
  return { deal_name, hubspot_id: deal_portal_id, deal_id, is_reachable: is_deal_reachable }
}

/** Presents a visible file with the reader's abilities. */
export function presentFile(row: FileRow, { actor, mediaOf }: Reader): ProjectFile {
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
    is_recording: row.is_recording,
    duration: row.duration,
    total_size: inMb(row.original_size + row.derived_size),
    original_size: inMb(row.original_size),
    language: row.language,
    detected_language: row.language === 'auto' ? knownLanguage(row.spoken_language) : null,
    num_speaker: row.num_speaker,
    transcript: {
      id: row.transcript_id,
      status: row.transcript_status ?? STATUS_WITHOUT_TRANSCRIPT[row.status],
      block_count: row.block_count,
    },
    created_at: row.created_at.toISOString(),
    transcript_started_at: iso(row.transcript_started_at),
    estimate_completed_at: iso(row.estimate_completed_at),
    progress_share: row.progress_share,
    progress_at: iso(row.progress_at),
    last_updated_by: presentPerson(row.last_updated_by),
    last_updated_at: row.last_updated_at.toISOString(),
    hubspot_deal: dealOf(row),
    project_file_item: { role_ids: roleIds(actor, row.role) },
    metadata: [],
    upload: presentUpload(row.upload),
    can: fileAbilities(actor, row, state),
  }
}

/** Presents a file as a row of its folder's table. */
export function presentFileRow(row: FileRow & SpeakersOfRow, reader: Reader): FileTableFile {
  return { ...presentFile(row, reader), speaker_count: row.speakers.count, speaker_names: row.speakers.names }
}
