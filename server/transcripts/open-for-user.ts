import { actorOfUser } from '../accounts/sessions/actor-of-user.ts'
import { hasSession } from '../accounts/store/sessions.ts'
import type { Actor } from '../accounts/actor.ts'
import type { FileStatus } from '@kaiwa/contract/files.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Editing } from './open-for-edit.ts'
import { edit } from './policy.ts'
import { findEditableFile, findEditState } from './store/edit-access.ts'

/**
 * Opens a transcript for a change on behalf of a user who has not requested it now. Returns null if the user may not
 * edit the file or the file is not processed. Also null if the user has no session, unless `needsSession` is false: the
 * change is made by the product. The caller holds the lock of the file's row.
 */
export async function openForUser(
  trx: Trx,
  userId: number,
  transcriptId: number,
  { needsSession = true }: { needsSession?: boolean } = {},
): Promise<{ actor: Actor; editing: Editing } | null> {
  const actor = await actorOfUser(trx, userId)
  if (!actor || (needsSession && !(await hasSession(trx, userId)))) return null
  const file = await findEditableFile(trx, actor, { transcriptId })
  if (!file || !edit(file, { status: file.status as FileStatus }).allowed) return null
  const state = await findEditState(trx, actor, transcriptId)
  if (state?.status !== 'completed') return null
  const { revision, textLength, language, lock } = state
  const { file_id: id, title, project_id, workspace_id: workspaceId } = file
  return {
    actor,
    editing: { transcriptId, revision, textLength, language, file: { id, title, project_id }, workspaceId, lock },
  }
}
