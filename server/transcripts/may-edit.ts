import type { Actor } from '../accounts/actor.ts'
import type { App } from '../platform/app.ts'
import { assertEditable } from './open-for-edit.ts'
import { type EditTarget, findEditableFile } from './store/editable-files.ts'

type Context = { app: Pick<App, 'db'>; actor: Actor }

const assertMayEdit = async ({ app, actor }: Context, target: EditTarget): Promise<void> => {
  assertEditable(await findEditableFile(app.db, actor, target))
}

/**
 * Gate for operations under `transcripts/{id}` that change the transcript: the checks of `openForEdit` without its row
 * lock.
 */
export const mayEditTranscript = ({ params }: { params: { id: number } }, context: Context): Promise<void> =>
  assertMayEdit(context, { transcriptId: params.id })

/** The same for operations that name the file. */
export const mayEditFile = (
  { params }: { params: { fileId: number; projectId?: number } },
  context: Context,
): Promise<void> => assertMayEdit(context, params)
