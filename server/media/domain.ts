import * as contract from '@kaiwa/contract/files.ts'
import type { Domain } from '../platform/domain.ts'
import { route } from '../platform/http/route.ts'
import { getDownload } from './get-download.ts'
import { prepareMedia } from './jobs/prepare-media.ts'
import { preparePlayback } from './jobs/prepare-playback.ts'
import { reconcileFiles } from './jobs/reconcile-files.ts'
import { redoFile, retryFile } from './retry-file.ts'
import { mediaPlugin } from './serve.ts'
import { mayRetry } from './may-retry.ts'

export const media: Domain = {
  name: 'media',
  routes: [
    route(contract.getDownload, getDownload),
    route(contract.retryFile, retryFile, mayRetry),
    route(contract.redoFile, redoFile),
  ],
  jobs: [prepareMedia, preparePlayback, reconcileFiles],
  schedules: [{ job: reconcileFiles, cron: '* * * * *' }],
  plugins: [mediaPlugin],
}
