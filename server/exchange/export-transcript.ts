import type { exportTranscript as contract } from '@kaiwa/contract/exchange.ts'
import { FileAnswer } from '../platform/http/file-answer.ts'
import type { FileHandler } from '../platform/http/route.ts'
import { refusingFailure } from '../platform/threads/refuse-failure.ts'
import { findFile } from '../files/store/files.ts'
import type exportThread from './export.thread.ts'
import { isLongFile, longWorkOf } from './long-work.ts'
import { exportFileName, TYPES } from './render.ts'
import { renderExport } from './render-export.ts'

/** The saved transcript as a file for download. */
export const exportTranscript: FileHandler<typeof contract> = async ({ params, query }, context) => {
  const { app, actor } = context
  const { format } = query
  const { title, ...size } = await findFile(app.db, actor, params.fileId)
  const order = { actor, fileId: params.fileId, query }
  // Word documents always go to a worker thread: their library is large and slow, and is never loaded here.
  const isLong = format === 'docx' || isLongFile(size)
  const content = isLong
    ? await refusingFailure(
        app.threads.run<typeof exportThread>(new URL('export.thread.ts', import.meta.url), order, longWorkOf(context)),
      )
    : await renderExport(app.db, order)
  return new FileAnswer(
    TYPES[format],
    exportFileName(title, format),
    Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  )
}
