import type { Trx } from '../platform/database/database.ts'
import { emit } from '../platform/events/emit.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'project.category_tag_updated': { project_id: number }
  }
}

type Where = { workspaceId: number; file?: { id: number; project_id: number } | undefined }

/** Tells that tags or categories changed: those who have the file open, and everybody of the workspace. */
export const announceTags = async (trx: Trx, { workspaceId, file }: Where): Promise<void> => {
  const members = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  const root = await trx
    .selectFrom('projects')
    .innerJoin('items', 'items.id', 'projects.item_id')
    .select('projects.id')
    .where('items.workspace_id', '=', workspaceId)
    .where('items.parent_id', 'is', null)
    .where('items.trash_id', 'is', null)
    .executeTakeFirstOrThrow()
  await emit(trx, {
    type: 'project.category_tag_updated',
    data: { project_id: file?.project_id ?? root.id },
    channels: [
      ...(file ? [`private-project-file-${file.id}`] : []),
      ...members.map(({ user_id }) => `private-user-${user_id}`),
    ],
  })
}
