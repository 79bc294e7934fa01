import { on } from '../platform/events/event.ts'
import '../speakers/announce-speakers.ts'
import '../tags/commit-tags.ts'
import '../transcription/publish.ts'
import '../transcripts/changes/announce-changes.ts'
import { removeMedia } from './jobs/remove-media.ts'
import { tellFigures } from './tell-figures.ts'

export const reactions = [
  on('media.orphaned', (event, app) =>
    app.db.transaction().execute(async (trx) => {
      for (const video_id of event.data.video_ids) await app.jobs.send(trx, removeMedia, { video_id })
    }),
  ),
  on('file.processed', ({ data }, { db }) => tellFigures(db, { fileId: data.project_file_id })),
  on('transcript.changed', ({ data }, { db }) => tellFigures(db, { fileId: data.project_file_id })),
  on('block.speaker_changed', ({ data }, { db }) => tellFigures(db, { fileId: data.project_file_id })),
  on('transcript.tag_updated', ({ data }, { db }) => tellFigures(db, { transcriptId: data.transcript_id })),
  on('speakers.changed', ({ data }, { db }) => tellFigures(db, { speakerIds: data.speaker_ids })),
]
