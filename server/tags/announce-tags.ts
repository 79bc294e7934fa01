import type { Trx } from '../platform/database/database.ts'
import { emitAll } from '../platform/events/emit.ts'

declare module '../platform/events/event.ts' {
  interface EventData {
    'project.category_tag_updated': { project_id: number | null }
  }
}

type Where = { workspaceId: number; file?: { id: number; project_id: number } | undefined }

/** Publishes a change of tags or categories to clients that have the file open, and to all members of the workspace. */
export const announceTags = async (trx: Trx, { workspaceId, file }: Where): Promise<void> => {
  const members = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  const type = 'project.category_tag_updated' as const
  await emitAll(trx, [
    // Tags are the workspace's, the folder that they were changed from is not everybody's to know.
    { type, data: { project_id: null }, channels: members.map(({ user_id }) => `private-user-${user_id}`) },
    ...(file ? [{ type, data: { project_id: file.project_id }, channels: [`private-project-file-${file.id}`] }] : []),
  ])
}
