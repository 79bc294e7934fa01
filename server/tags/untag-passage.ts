import type { untagPassage as contract } from '@kaiwa/contract/tags.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { findBlockUuid } from '../transcripts/store/block-order.ts'
import { findStoredBlocks } from '../transcripts/store/blocks.ts'
import { assertBlocksNotLocked, openForEdit } from '../transcripts/open-for-edit.ts'
import { commitTags } from './commit-tags.ts'

/**
 * Removes the passage with `tag_uuid`, or without it all passages of `tag_id` in the block. A passage that no longer
 * exists is not an error.
 */
export const untagPassage: Handler<typeof contract> = ({ params, query, body }, { app, actor }) => {
  const { block_id, block_uuid, tag_id, tag_uuid } = { ...body, ...query }
  if (tag_id === undefined && tag_uuid === undefined) throw invalid({ tag_id: ['required'] })
  if (block_id === undefined && block_uuid === undefined) throw invalid({ block_uuid: ['required'] })
  return app.db.transaction().execute(async (trx) => {
    const editing = await openForEdit(trx, actor, { transcriptId: params.id })
    const uuid = block_uuid?.toLowerCase() ?? (await findBlockUuid(trx, params.id, block_id as number))
    const [before] = await findStoredBlocks(trx, params.id, { uuids: uuid === undefined ? [] : [uuid] })
    if (!before) throw new Refusal('E_NOT_FOUND')
    assertBlocksNotLocked(editing.lock, actor, [before.uuid])
    const isMeant = (tag: { tag_id: number; tag_uuid: string }): boolean =>
      (tag_uuid === undefined || tag.tag_uuid === tag_uuid) && (tag_id === undefined || tag.tag_id === tag_id)
    const tags = before.tags.filter((tag) => !isMeant(tag))
    const revision = await commitTags(trx, actor, editing, [{ before, after: { ...before, tags } }])
    return { revision, blocks: [{ block_uuid: before.uuid, tags }] }
  })
}
