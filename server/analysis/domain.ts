import * as contract from '@kaiwa/contract/analysis.ts'
import * as talk from '@kaiwa/contract/talk.ts'
import type { Domain } from '../platform/domain.ts'
import { on } from '../platform/events/subscription.ts'
import { route } from '../platform/http/route.ts'
import { changeSentiment } from './change-sentiment.ts'
import { measureTalkJob } from './jobs/measure-talk.ts'
import { listFolderTalk } from './list-folder-talk.ts'
import { listKeywords } from './list-keywords.ts'
import { findTranscriptId } from './store/talk-figures.ts'

export const analysis: Domain = {
  name: 'analysis',
  routes: [
    route(contract.changeSentiment, changeSentiment),
    route(contract.listKeywords, listKeywords),
    route(talk.listFolderTalk, listFolderTalk),
  ],
  jobs: [measureTalkJob],
  subscriptions: [
    on('file.processed', 'measure-talk', async ({ data }, { db, jobs }) => {
      const id = await findTranscriptId(db, data.project_file_id)
      if (id === undefined) return
      await db
        .transaction()
        .execute((trx) => jobs.send(trx, measureTalkJob, { transcript_ids: [id] }, { key: `file ${id}` }))
    }),
  ],
}
