import type { changeSentiment as contract } from '@kaiwa/contract/analysis.ts'
import { emptyChangeSet } from '@kaiwa/transcript/changes.ts'
import { withSentiment } from '@kaiwa/transcript/set-sentiment.ts'
import type { Handler } from '../platform/http/route.ts'
import { Refusal } from '../platform/refusal.ts'
import { commitChanges, publishChanges } from '../transcripts/changes/commit-changes.ts'
import { assertBlocksNotLocked, openForEdit } from '../transcripts/open-for-edit.ts'
import { findStoredBlocks } from '../transcripts/store/blocks.ts'

/** Needs no edit lock. Refused for blocks that another holder of the lock has changed. */
export const changeSentiment: Handler<typeof contract> = ({ body: { block_uuid, sentiment } }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const uuid = block_uuid.toLowerCase()
    const editing = await openForEdit(trx, actor, { blockUuid: uuid })
    assertBlocksNotLocked(editing.lock, actor, [uuid])
    const [before] = await findStoredBlocks(trx, editing.transcriptId, { uuids: [uuid] })
    if (!before) throw new Refusal('E_NOT_FOUND')
    const writing = {
      deletes: [],
      puts: [{ before, after: withSentiment(before, sentiment) }],
      positionInserts: async () => [],
    }
    const changes = () => ({ ...emptyChangeSet(), sentiment: [{ block_uuid: uuid, sentiment, is_manual: true }] })
    const committed = await commitChanges(trx, editing, writing, { kind: 'sentiment', userId: actor.id, changes })
    if (committed) await publishChanges(trx, editing, committed)
    return { success: true }
  })
