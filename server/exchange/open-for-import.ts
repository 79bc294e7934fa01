import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { fileState } from '../workspace/files/file-state.ts'
import { lockFile } from '../transcription/lock-file.ts'
import { findLock } from '../transcripts/lock/lock-row.ts'
import type { Editing } from '../transcripts/open-for-edit.ts'
import { type FileRow, findFile } from '../workspace/files/file-rows.ts'
import { insist } from '../workspace/insist.ts'
import * as policy from '../workspace/policy.ts'

/** Alone with the file, its transcript made where it has none. Refuses with E_NOT_FOUND, E_FORBIDDEN and E_CONFLICT. */
export const openForImport = async (
  trx: Trx,
  actor: Actor,
  fileId: number,
): Promise<{ row: FileRow; editing: Editing }> => {
  await lockFile(trx, fileId)
  const row = await findFile(trx, actor, fileId)
  insist(policy.importTranscript(row, fileState(row)))
  const transcript = await trx
    .insertInto('transcripts')
    .values({ file_id: row.id, status: 'failed' })
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet((eb) => ({ status: eb.ref('transcripts.status') })),
    )
    .returning(['id', 'revision', 'language'])
    .executeTakeFirstOrThrow()
  const { workspace_id } = await trx
    .selectFrom('files')
    .select('workspace_id')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return {
    row,
    editing: {
      transcriptId: transcript.id,
      revision: transcript.revision,
      language: transcript.language,
      file: { id: row.id, title: row.title, project_id: row.project_id },
      workspaceId: workspace_id,
      lock: await findLock(trx, transcript.id),
    },
  }
}
