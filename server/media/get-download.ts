import type { getDownload as contract } from '@kaiwa/contract/files.ts'
import type { Handler } from '../platform/http/route.ts'
import { fileState } from '../files/policy.ts'
import { findFile } from '../files/store/files.ts'
import { assertAllowed } from '../tree/policy.ts'
import { readerOf } from '../files/reader.ts'
import { download } from './policy.ts'

/** Returns the address of the original recording, for download under its own name. */
export const getDownload: Handler<typeof contract> = async ({ params }, context) => {
  const file = await findFile(context.app.db, context.actor, params.fileId)
  assertAllowed(download(file, fileState(file)))
  return { url: `${readerOf(context).mediaOf(file.id)}/${file.video_id}/original?download` }
}
