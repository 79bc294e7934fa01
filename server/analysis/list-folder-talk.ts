import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listFolderTalk as contract, TalkRow } from '@kaiwa/contract/talk.ts'
import { reloadActor } from '../accounts/sessions/reload-actor.ts'
import type { Handler } from '../platform/http/route.ts'
import { findSpeakerNames } from '../speakers/store/speaker-names.ts'
import { findProject } from '../tree/store/items.ts'
import { findFolderTalk, type TalkFileRow } from './store/folder-talk.ts'
import { findOutdated } from './store/talk-figures.ts'
import { updateTalk } from './update-talk.ts'

type NamedSpeaker = NonNullable<TalkRow['speakers'][number]['speaker']>

function presentFile(
  { id, title, project_id, created_at, speakers, ...row }: TalkFileRow,
  named: (id: number | null) => NamedSpeaker | null,
): TalkRow {
  return {
    ...row,
    project_file: { id, title, project_id, created_at: new Date(created_at).toISOString() },
    speakers: speakers.map(({ speaker_id, ...figures }) => ({ ...figures, speaker: named(speaker_id) })),
  }
}

/** Everyone who sees a file reads its figures, as in its Talk tab. */
export const listFolderTalk: Handler<typeof contract> = async ({ params, query }, context) => {
  const { app, actor: caller } = context
  const { scope, speaker = null, sort, direction, page } = query
  const limit = LIMITS.talkFilesPerPage
  const folder = await findProject(app.db, caller, params.projectId)
  const compared = { folder, scope }
  await updateTalk(context, compared, await findOutdated(app.db, caller, compared))
  return app.db.transaction().execute(async (trx) => {
    // The computation may have been waited for.
    const actor = await reloadActor(trx, caller)
    const found = await findFolderTalk(trx, actor, {
      folder: await findProject(trx, actor, params.projectId),
      scope,
      speaker,
      sort,
      direction,
      limit,
      offset: (page - 1) * limit,
    })
    const ids = [...found.files.flatMap((file) => file.speakers), ...found.speakers].map((one) => one.speaker_id)
    const names = await findSpeakerNames(trx, actor, [...new Set(ids.filter((id) => id !== null))])
    const byId = new Map(names.map((one) => [one.id, one]))
    const named = (id: number | null) => (id === null ? null : (byId.get(id) ?? null))
    return {
      data: found.files.map((file) => presentFile(file, named)),
      current_page: page,
      last_page: Math.max(1, Math.ceil(found.total / limit)),
      total: found.total,
      pending: found.pending,
      speakers: found.speakers.map(({ speaker_id, ...one }) => ({ ...one, speaker: named(speaker_id) })),
    }
  })
}
