import { fileChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { findMemberIds } from '../billing/store/owners.ts'
import type { Trx } from '../platform/database/database.ts'
import type { NewEvent } from '../platform/events/event.ts'
import { publishAll } from '../platform/store/outbox.ts'

interface Where {
  workspaceId: number
  file?: { id: number; project_id: number } | undefined
}

/** Publishes a change of tags or categories to clients that have the file open, and to all members of the workspace. */
export async function publishTags(trx: Trx, { workspaceId, file }: Where): Promise<void> {
  const memberIds = await findMemberIds(trx, workspaceId)
  const toMembers: NewEvent = {
    type: 'project.category_tag_updated',
    // Without the folder: tags belong to the workspace, and not every member may know the folder.
    data: { project_id: null },
    channels: memberIds.map(userChannel),
  }
  const toReaders: NewEvent | undefined = file && {
    type: 'project.category_tag_updated',
    data: { project_id: file.project_id },
    channels: [fileChannel(file.id)],
  }
  await publishAll(trx, toReaders ? [toMembers, toReaders] : [toMembers])
}
