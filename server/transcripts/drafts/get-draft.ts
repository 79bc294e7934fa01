import type { getDraft as contract } from '@kaiwa/contract/drafts.ts'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import type { NetChange } from '@kaiwa/transcript/changes.ts'
import { reloadActor } from '../../accounts/sessions/reload-actor.ts'
import type { StreamHandler } from '../../platform/http/route.ts'
import { streamSnapshot } from '../../platform/http/stream-snapshot.ts'
import { items } from '../../platform/http/streamed-json.ts'
import { Refusal } from '../../platform/refusal.ts'
import { mayEditTranscript } from '../open-for-edit.ts'
import { draftBatches, findDraftVersion } from '../store/drafts.ts'

export const getDraft: StreamHandler<typeof contract> = async ({ params }, context) => {
  const { app, actor } = context
  await mayEditTranscript({ params }, { app, actor })
  const draft = { transcriptId: params.id, lockVersion: params.lockVersion, userId: actor.id }
  return streamSnapshot(context, async (trx) => {
    await mayEditTranscript({ params }, { app: { db: trx }, actor: await reloadActor(trx, actor) })
    if ((await findDraftVersion(trx, draft)) === undefined) throw new Refusal('E_NOT_FOUND')
    return {
      changes: items(
        (async function* () {
          for await (const batch of draftBatches(trx, draft)) yield batch.map(present)
        })(),
      ),
    }
  })
}

function version(block: EditableBlock | null) {
  return block && { ...block, terms: [...block.terms], tags: [...block.tags] }
}

function present({ uuid, before, after, previous }: NetChange) {
  return {
    uuid,
    before: version(before),
    after: version(after),
    previous,
  }
}
