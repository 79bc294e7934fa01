import type { getDownload as contract } from '@kaiwa/contract/files.ts'
import type { Handler } from '../platform/http/route.ts'
import { fileState } from '../workspace/files/file-state.ts'
import { findFile } from '../workspace/files/file-rows.ts'
import { insist } from '../workspace/insist.ts'
import * as policy from '../workspace/policy.ts'
import { readerOf } from '../workspace/reader.ts'

/** Returns the address of the original recording, for download under its own name. */
export const getDownload: Handler<typeof contract> = async ({ params }, context) => {
  const file = await findFile(context.app.db, context.actor, params.fileId)
  insist(policy.download(file, fileState(file)))
  return { url: `${readerOf(context).mediaOf(file.id)}/${file.video_id}/original?download` }
}
