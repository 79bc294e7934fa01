import type { App } from '../platform/app.ts'
import { trashFiles } from '../trash/delete-files.ts'
import { abandonUpload } from './abandon-upload.ts'
import type { AuthorisedUpload } from './authorise-upload.ts'
import type { Staging } from './staging.ts'
import { findUpload } from './store.ts'

/**
 * DELETE of tus. Removes an unfinished upload with its file and bytes. Moves the file of a finished upload to the trash, with
 * the same rights and effects as `deleteFile`.
 */
export const terminateUpload = async (
  app: App,
  staging: Staging,
  { id, sender }: Pick<AuthorisedUpload, 'id' | 'sender'>,
): Promise<void> => {
  if (await abandonUpload(app, staging, id, sender)) return
  const upload = await findUpload(app.db, id)
  if (upload) await trashFiles(app, sender, { ids: [upload.file_id] })
}
