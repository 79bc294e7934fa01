import type { changeSection as contract } from '@kaiwa/contract/sections.ts'
import { isClean, toSectionName } from '@kaiwa/transcript/clean-text.ts'
import { emptyChangeSet } from '@kaiwa/transcript/changes.ts'
import type { Handler } from '../platform/http/route.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { commitChanges, publishChanges } from '../transcripts/changes/commit-changes.ts'
import { findStoredBlocks } from '../transcripts/store/blocks.ts'
import { assertFileNotLocked, openForEdit } from '../transcripts/open-for-edit.ts'

/** Refused while someone else edits the file. */
export const changeSection: Handler<typeof contract> = ({ body }, { app, actor }) =>
  app.db.transaction().execute(async (trx) => {
    const uuid = body.block_uuid.toLowerCase()
    const editing = await openForEdit(trx, actor, { blockUuid: uuid })
    assertFileNotLocked(editing.lock, actor)
    if (!isClean(body.section_name ?? '')) throw invalid({ section_name: ['format'] })
    const section_name = toSectionName(body.section_name)
    const [before] = await findStoredBlocks(trx, editing.transcriptId, { uuids: [uuid] })
    if (!before) throw new Refusal('E_NOT_FOUND')
    const writing = {
      deletes: [],
      puts: [{ before, after: { ...before, section_name } }],
      positionInserts: async () => [],
    }
    const changes = () => ({ ...emptyChangeSet(), section: [{ block_uuid: uuid, section_name }] })
    const committed = await commitChanges(trx, editing, writing, { kind: 'section', userId: actor.id, changes })
    if (committed) await publishChanges(trx, editing, committed)
    return { success: true }
  })
