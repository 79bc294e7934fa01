import { on } from '../platform/events/event.ts'
import '../speakers/announce-speakers.ts'
import '../tags/commit-tags.ts'
import '../processing/publish.ts'
import '../transcripts/changes/announce-changes.ts'
import { tellFigures } from '../files/publish-figures.ts'

export const reactions = [
  on('file.processed', ({ data }, { db }) => tellFigures(db, { fileId: data.project_file_id })),
  on('transcript.changed', ({ data }, { db }) => tellFigures(db, { fileId: data.project_file_id })),
  on('block.speaker_changed', ({ data }, { db }) => tellFigures(db, { fileId: data.project_file_id })),
  on('transcript.tag_updated', ({ data }, { db }) => tellFigures(db, { transcriptId: data.transcript_id })),
  on('speakers.changed', ({ data }, { db }) => tellFigures(db, { speakerIds: data.speaker_ids })),
]
