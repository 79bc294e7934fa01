import type { App } from '../platform/app.ts'
import { trashFiles } from '../workspace/files/delete-files.ts'
import { abandonUpload } from './abandon-upload.ts'
import type { AuthorisedUpload } from './authorise-upload.ts'
import type { Staging } from './staging.ts'
import { findUpload } from './store.ts'

/**
 * DELETE of tus: the recording is not wanted. An unfinished upload goes with its bytes; the file of a finished one goes into
 * the trash, by the rights and with the consequences of deleting it on its page.
 */
export const terminateUpload = async (
  app: App,
  staging: Staging,
  { id, sender }: Pick<AuthorisedUpload, 'id' | 'sender'>,
): Promise<void> => {
  if (await abandonUpload(app, staging, id, sender.id)) return
  const upload = await findUpload(app.db, id)
  if (upload) await trashFiles(app, sender, { ids: [upload.file_id] })
}
