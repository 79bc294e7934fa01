import { createHash, randomUUID } from 'node:crypto'
import type { EditableBlock } from '@kaiwa/transcript/editable-block.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import type { Trx } from '../platform/database/database.ts'
import { publishDeal } from './deals/publish-deal.ts'
import { findDealOfFile, registerDeal } from './deals/store/deals.ts'
import { countWrites } from './deals/store/history.ts'
import { endWrite, insertWrite } from './deals/store/writes.ts'

export interface WrittenValue {
  name: string
  label: string
  value: string
  reason: string
  block: Pick<EditableBlock, 'uuid' | 'content' | 'terms' | 'start_time'>
  /** Literal text of the block. */
  quote: string
}

interface WrittenDeal {
  file: { id: number; project_id: number; workspace_id: number }
  userId: number
  portalId: string
  deal: { id: string; name: string; pipeline: string | null; stage: string | null }
  values: readonly WrittenValue[]
}

/** Registers a file with a deal whose values were written before, with their evidence. A file that has had a deal is left alone. */
export async function addWrittenDeal(trx: Trx, { file, userId, portalId, deal, values }: WrittenDeal): Promise<void> {
  // The history stays when the deal is removed.
  if ((await findDealOfFile(trx, file.id)) || (await countWrites(trx, file.id)) > 0) return
  const shared = { workspace_id: file.workspace_id, file_id: file.id, portal_id: portalId, deal_id: deal.id }
  const properties = values.map(({ name, label, value, reason, block, quote }) => {
    const start = block.content.indexOf(quote)
    const time = passageTime(block, start, start + quote.length)
    const evidence = [{ file_id: file.id, block_uuid: block.uuid, quote, time }]
    return { name, label, before: null, after: value, reason, evidence }
  })
  const writeKey = randomUUID()
  const write = await insertWrite(trx, {
    ...shared,
    write_key: writeKey,
    content_hash: createHash('sha256').update(writeKey).digest(),
    deal_name: deal.name,
    written_by: userId,
    properties,
    selection: null,
  })
  if (!write) return
  await endWrite(trx, write.id, 'written')
  await registerDeal(trx, {
    ...shared,
    deal_name: deal.name,
    pipeline: deal.pipeline,
    stage: deal.stage,
    registered_by: userId,
    since: write.created_at,
  })
  await publishDeal(trx, file)
}
