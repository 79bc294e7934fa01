import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { useContext, useRef } from 'react'
import { useSignedIn } from '../platform/session.ts'
import { ShownTree } from '../platform/tree-query.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import type { ChannelHandlers } from '../platform/realtime/use-channel.ts'
import { findFolder } from './find-folder.ts'

/**
 * False if the user has no role on the folder, as around a shared file: its channel would be refused. `role_ids` are the
 * role in the workspace and, if there is one, that on the folder.
 */
function useHasRole(projectId: number): boolean {
  const tree = useContext(ShownTree)
  const folder = tree && findFolder(tree.all_items, projectId)
  return !folder || folder.role_ids.length > 1
}

/**
 * Subscribes to changes in a folder: on the channel of the folder, or, where the user may see only a part of the folder
 * and that channel is refused, on the channel of the user, which then carries the messages about this part.
 */
export function useFolderMessages(projectId: number, handlers: ChannelHandlers): void {
  const { user } = useSignedIn()
  const hasRole = useHasRole(projectId)
  const isSubscribed = useRef(false)
  const subscribed = (then: (() => void) | undefined) => () => {
    isSubscribed.current = true
    then?.()
  }
  useChannel(hasRole ? folderChannel(projectId) : null, {
    ...handlers,
    onSubscribed: subscribed(handlers.onSubscribed),
    onResubscribed: subscribed(handlers.onResubscribed),
  })
  useChannel(userChannel(user.id), {
    ...handlers,
    // Both channels are subscribed, also after an interruption; only one of them reloads the data.
    onResubscribed: () => {
      if (!isSubscribed.current) handlers.onResubscribed?.()
    },
    onSubscribed: () => {
      if (!hasRole) handlers.onSubscribed?.()
    },
  })
}
