import type { previewExport as contract } from '@kaiwa/contract/exchange.ts'
import type { Handler } from '../platform/http/route.ts'
import { refusingFailure } from '../platform/threads/refuse-failure.ts'
import { findFile } from '../files/store/files.ts'
import { isLongFile, longWorkOf } from './long-work.ts'
import type previewThread from './preview.thread.ts'
import { renderPreview } from './render-preview.ts'

export const previewExport: Handler<typeof contract> = async ({ params, query }, context) => {
  const { app, actor } = context
  const order = { actor, fileId: params.fileId, query }
  if (!isLongFile(await findFile(app.db, actor, params.fileId))) return renderPreview(app.db, order)
  const module = new URL('preview.thread.ts', import.meta.url)
  return refusingFailure(app.threads.run<typeof previewThread>(module, order, longWorkOf(context)))
}
