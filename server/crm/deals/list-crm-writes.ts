import type { CrmWrite, listCrmWrites as contract } from '@kaiwa/contract/crm-deals.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { presentPerson } from '../../accounts/person.ts'
import { presentCitation } from '../../assistant/present-citation.ts'
import { type BlockRow, findCitedBlocks } from '../../assistant/store/cited-blocks.ts'
import type { Handler } from '../../platform/http/route.ts'
import { assertAllowed } from '../../tree/policy.ts'
import { type CrmFile, openCrmFile } from '../open-file.ts'
import * as policy from './policy.ts'
import { countWrites, type ListedWrite, listWrites } from './store/history.ts'

function presentWrite(row: ListedWrite, file: CrmFile, blocks: ReadonlyMap<string, BlockRow>): CrmWrite {
  return {
    id: row.id,
    status: row.status,
    deal_id: row.deal_id,
    deal_name: row.deal_name,
    written_by: presentPerson(row.written_by),
    created_at: row.created_at.toISOString(),
    properties: row.properties.map(({ evidence, ...sent }) => ({
      ...sent,
      citations: evidence.map((quote, at) => presentCitation(quote, at + 1, file, blocks.get(quote.block_uuid))),
    })),
  }
}

/** The evidence of a write is from the file itself, which the caller may edit. */
export const listCrmWrites: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const file = await openCrmFile(app.db, actor, params.projectFileId)
  assertAllowed(policy.edit(file))
  const size = LIMITS.crmWritesPerPage
  const [rows, count] = await Promise.all([
    listWrites(app.db, file.id, { limit: size, offset: (query.page - 1) * size }),
    countWrites(app.db, file.id),
  ])
  const quotes = rows.flatMap(({ properties }) => properties.flatMap(({ evidence }) => evidence))
  const uuids = [...new Set(quotes.map(({ block_uuid }) => block_uuid))]
  const blocks = await findCitedBlocks(app.db, actor, { fileIds: [file.id], uuids })
  const known = new Map(blocks.map((block) => [block.uuid, block]))
  return {
    data: rows.map((row) => presentWrite(row, file, known)),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(count / size)),
  }
}
