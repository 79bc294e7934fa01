import type { getProvisionalText as contract } from '@kaiwa/contract/transcripts.ts'
import { findFile } from '../../files/store/files.ts'
import { readerOf } from '../../files/reader.ts'
import type { StreamHandler } from '../../platform/http/route.ts'
import { items, StreamedJson } from '../../platform/http/streamed-json.ts'
import { readHeader } from '../../transcripts/read-header.ts'
import { readKnown, writeKnown } from './known-chunks.ts'
import { readableChunks } from './readable-blocks.ts'

/** Chunks of a file in processing that the reader does not have yet. Same rights as for the transcript. */
export const getProvisionalText: StreamHandler<typeof contract> = async ({ params, query }, context) => {
  const { app, actor } = context
  const file = await findFile(app.db, actor, params.fileId)
  const { header, run } = await readHeader(app.db, file.id)
  const isRunning = header.status !== 'completed'
  const known = isRunning && query.after !== undefined ? readKnown(query.after) : undefined
  const running = { id: file.id, run, language: file.language, transcriptId: header.id }
  const found = isRunning ? await readableChunks(app.db, running, known) : null
  return new StreamedJson({
    transcript: header,
    url: readerOf(context).mediaOf(file.id),
    is_reset: found?.isReset ?? true,
    after: found ? writeKnown(found.known) : '',
    chunks: items([found?.chunks ?? []]),
  })
}
