// Drafts that the server stores for this user: those of other browsers, and copies of those in this browser.
import { orderDraft } from '@kaiwa/transcript'
import type { DraftDelta } from '@kaiwa/transcript'
import type { call as Call } from '../../platform/call.ts'
import type { CallInput } from '../../platform/call-types.ts'
import type { Draft } from './draft-store.ts'

/** The blocks of an autosave. */
export function toDraftBody({
  changed,
  reverted,
}: DraftDelta): Pick<CallInput<'saveDraft'>['body'], 'put' | 'delete' | 'revert'> {
  return {
    put: changed.flatMap(({ after, previous }) => {
      if (!after) return []
      const { sentiment: _, terms, tags, ...block } = after
      return [{ ...block, terms: [...terms], tags: [...tags], previous }]
    }),
    delete: changed.filter(({ after }) => !after).map(({ uuid }) => uuid),
    revert: [...reverted],
  }
}

/** The drafts of this user on the server; none when they cannot be read. */
export async function readServerDrafts(call: typeof Call, transcriptId: number): Promise<Draft[]> {
  try {
    const { data } = await call('listDrafts', { params: { id: transcriptId } })
    return await Promise.all(
      data.map(async ({ lock_version: lockVersion, key: id, saved_at: at }): Promise<Draft> => {
        const { changes } = await call('getDraft', { params: { id: transcriptId, lockVersion } })
        return { id, transcriptId, at, changes: orderDraft(changes), lockVersion }
      }),
    )
  } catch {
    return []
  }
}
