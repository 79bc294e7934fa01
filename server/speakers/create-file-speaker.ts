import type { createFileSpeaker as contract } from '@kaiwa/contract/speakers.ts'
import type { Handler } from '../platform/http/route.ts'
import { openForEdit } from '../transcripts/open-for-edit.ts'
import { addSpeaker } from './add-speaker.ts'

/** Allowed while someone else edits the file, because it changes no block. */
export const createFileSpeaker: Handler<typeof contract> = ({ params, body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const { workspaceId, file } = await openForEdit(trx, actor, params)
    return addSpeaker(trx, actor, { workspaceId, projectId: file.project_id, name: body.name })
  })
