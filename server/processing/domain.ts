import * as contract from '@kaiwa/contract/files.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { cancelFile } from './cancel-file.ts'
import { assembleTranscript } from './jobs/assemble-transcript.ts'
import { recogniseChunk } from './jobs/recognise-chunk.ts'

export const processing: Domain = {
  name: 'processing',
  routes: [route(contract.cancelFile, cancelFile)],
  jobs: [recogniseChunk, assembleTranscript],
}
