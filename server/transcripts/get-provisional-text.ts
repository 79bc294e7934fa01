import type { getProvisionalText as contract, TranscriptResponse } from '@kaiwa/contract/transcripts.ts'
import { presentPerson } from '../accounts/person.ts'
import type { StreamHandler } from '../platform/http/route.ts'
import { items, StreamedJson } from '../platform/http/streamed-json.ts'
import { Refusal } from '../platform/refusal.ts'
import { readKnown, writeKnown } from '../processing/known-chunks.ts'
import { readableChunks } from '../processing/readable-blocks.ts'
import { findFile } from '../files/file-rows.ts'
import { readerOf } from '../files/reader.ts'
import { findTranscript } from './store.ts'

/** Chunks of a file in processing that the reader does not have yet. Same rights as for the transcript. */
export const getProvisionalText: StreamHandler<typeof contract> = async ({ params, query }, context) => {
  const { app, actor } = context
  const file = await findFile(app.db, actor, params.fileId)
  const row = await findTranscript(app.db, file.id)
  if (!row) throw new Refusal('E_NOT_FOUND')
  const running = { id: file.id, run: row.run, language: file.language, transcriptId: row.id }
  const isRunning = row.status !== 'completed'
  const had = isRunning && query.after !== undefined ? readKnown(query.after) : undefined
  const found = isRunning ? await readableChunks(app.db, running, had) : null
  return new StreamedJson({
    transcript: {
      id: row.id,
      status: row.status as TranscriptResponse['transcript']['status'],
      revision: row.revision,
      last_edited_by: presentPerson(row.last_edited_by),
      last_edited_at: row.last_edited_at?.toISOString() ?? null,
    },
    url: readerOf(context).mediaOf(file.id),
    is_reset: found?.isReset ?? true,
    after: found ? writeKnown(found.known) : '',
    chunks: items([found?.chunks ?? []]),
  })
}
