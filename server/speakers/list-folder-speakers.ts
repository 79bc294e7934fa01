import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { FolderSpeaker, listFolderSpeakers as contract } from '@kaiwa/contract/speakers.ts'
import type { Handler } from '../platform/http/route.ts'
import { findProject } from '../tree/store/items.ts'
import * as policy from './policy.ts'
import { findFolderSpeakers, type FolderSpeakerRow } from './store/folder-speakers.ts'

function presentSpeaker({ folders, is_in_editable_file, last_edited_at, ...row }: FolderSpeakerRow): FolderSpeaker {
  const own = folders.find(({ role }) => policy.mergeIntoSpeaker([role]).allowed) ?? folders[0]
  return {
    ...row,
    project_id: own?.id ?? 0,
    last_edited_at: last_edited_at?.toISOString() ?? null,
    can: policy.folderSpeakerAbilities({ roles: folders.map(({ role }) => role), is_in_editable_file }, row),
  }
}

export const listFolderSpeakers: Handler<typeof contract> = async ({ params, query }, { app, actor }) => {
  const folder = await findProject(app.db, actor, params.projectId)
  const limit = LIMITS.speakersPerPage
  const { total, speakers } = await findFolderSpeakers(app.db, actor, {
    folder,
    scope: query.scope,
    kind: query.kind,
    words: query.query?.trim() ?? '',
    limit,
    offset: (query.page - 1) * limit,
  })
  return {
    data: speakers.map(presentSpeaker),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil(total / limit)),
  }
}
