import type { importTranscript } from '@kaiwa/contract/exchange.ts'
import type { Actor } from '../accounts/actor.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { fileState } from '../files/policy.ts'
import { ensureTranscript } from '../processing/finish-file.ts'
import { releaseLostLock } from '../transcripts/lock/release-lost-locks.ts'
import { findLock } from '../transcripts/store/edit-access.ts'
import type { Editing } from '../transcripts/open-for-edit.ts'
import { type FileRow, findFile, findWorkspaceIdOfFile, lockFile } from '../files/store/files.ts'
import { assertAllowed } from '../tree/policy.ts'
import type { Gate } from '../platform/http/route.ts'
import * as policy from './policy.ts'

/**
 * Locks the file and creates its transcript if it has none. Checks the current rights, because reading and analysing
 * the import takes time. Refuses with E_INVALID_ACCESS_TOKEN, E_NOT_FOUND, E_FORBIDDEN and E_CONFLICT.
 */
export async function openForImport(
  trx: Trx,
  caller: Actor,
  fileId: number,
): Promise<{ actor: Actor; row: FileRow; editing: Editing }> {
  await lockFile(trx, fileId)
  const actor = await reloadActor(trx, caller)
  const row = await findFile(trx, actor, fileId)
  assertAllowed(policy.importTranscript(row, fileState(row)))
  const transcript = await ensureTranscript(trx, row.id)
  return {
    actor,
    row,
    editing: {
      transcriptId: transcript.id,
      revision: transcript.revision,
      textLength: transcript.text_length,
      language: transcript.language,
      file: { id: row.id, title: row.title, project_id: row.project_id },
      workspaceId: await findWorkspaceIdOfFile(trx, row.id),
      lock: await releaseLostLock(trx, await findLock(trx, transcript.id), actor.id, {
        transcriptId: transcript.id,
        fileId: row.id,
        itemId: row.item_id,
      }),
    },
  }
}

/** Gate: the form of a caller who may not change the transcript is not read. */
export const mayImport: Gate<typeof importTranscript> = async ({ params }, { app, actor }) => {
  const row = await findFile(app.db, actor, params.fileId)
  assertAllowed(policy.importTranscript(row, fileState(row)))
}
