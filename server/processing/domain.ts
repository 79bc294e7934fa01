import * as contract from '@kaiwa/contract/files.ts'
import { publishFiguresOfFile } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/event.ts'
import { route } from '../platform/http/route.ts'
import { cancelFile } from './cancel-file.ts'
import { assembleTranscript } from './jobs/assemble-transcript.ts'
import { recogniseChunk } from './jobs/recognise-chunk.ts'
import './publish.ts'

export const processing: Domain = {
  name: 'processing',
  routes: [route(contract.cancelFile, cancelFile)],
  jobs: [recogniseChunk, assembleTranscript],
  reactions: [on('file.processed', ({ data }, { db }) => publishFiguresOfFile(db, data.project_file_id))],
}
