import * as contract from '@kaiwa/contract/files.ts'
import * as transcripts from '@kaiwa/contract/transcripts.ts'
import { publishFiguresOfFile } from '../files/publish-figures.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { route } from '../platform/http/route.ts'
import { provisionalText } from '../transcripts/extension-points.ts'
import { cancelFile } from './cancel-file.ts'
import { changeLanguage, mayChangeLanguage } from './change-language.ts'
import { listen } from './live/listen.ts'
import { getProvisionalText } from './provisional/get-provisional-text.ts'
import { readableBlocks } from './provisional/readable-blocks.ts'
import { redoFile } from './redo-file.ts'
import { mayRetry, retryFile } from './retry-file.ts'
import { assembleTranscript } from './steps/assemble-transcript.ts'
import { detectSpokenLanguage } from './steps/detect-language.ts'
import { prepareMedia } from './steps/prepare-media.ts'
import { preparePlayback } from './steps/prepare-playback.ts'
import { recogniseChunk } from './steps/recognise-chunk.ts'
import { reconcileFiles } from './steps/reconcile-files.ts'
import { removeSpeech, sweepSpeech } from './steps/remove-speech.ts'

// Not in wiring.ts: worker threads serve no transcripts, and would load @kaiwa/speech for this.
provisionalText.provide(readableBlocks)

export const processing: Domain = {
  name: 'processing',
  routes: [
    route(contract.cancelFile, cancelFile),
    route(contract.retryFile, retryFile, mayRetry),
    route(contract.redoFile, redoFile),
    route(contract.changeLanguage, changeLanguage, mayChangeLanguage),
    route(transcripts.getProvisionalText, getProvisionalText),
  ],
  jobs: [
    listen,
    prepareMedia,
    detectSpokenLanguage,
    recogniseChunk,
    assembleTranscript,
    preparePlayback,
    reconcileFiles,
    removeSpeech,
    sweepSpeech,
  ],
  subscriptions: [
    on('file.processed', 'publish-figures', ({ data }, { db }) => publishFiguresOfFile(db, data.project_file_id)),
    on('speech.released', 'remove-speech', ({ data }, { db, jobs }) =>
      db.transaction().execute(async (trx) => {
        for (const video_id of data.video_ids) await jobs.send(trx, removeSpeech, { video_id })
      }),
    ),
  ],
  schedules: [
    { job: reconcileFiles, cron: '* * * * *' },
    { job: sweepSpeech, cron: '23 * * * *' },
  ],
}
