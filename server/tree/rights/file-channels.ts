import { type Channel, fileChannel, folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findPartialReadersOfFile } from '../store/readers.ts'

/**
 * Returns the channels for events of one file: the file's, its folder's, and the user channels of guests who see it
 * without the folder.
 */
export async function fileChannels(
  trx: Trx,
  { id, project_id: projectId }: { id: number; project_id: number },
): Promise<Channel[]> {
  const guests = await findPartialReadersOfFile(trx, id)
  return [folderChannel(projectId), fileChannel(id), ...guests.map(userChannel)]
}
