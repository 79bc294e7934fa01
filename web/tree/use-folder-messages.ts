import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { useRef } from 'react'
import { useSignedIn } from '../platform/session.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import type { ChannelHandlers } from '../platform/realtime/use-channel.ts'

/**
 * Subscribes to changes in a folder: on the channel of the folder, or, where the user may see only a part of the folder
 * and that channel is refused, on the channel of the user, which then carries the messages about this part.
 */
export function useFolderMessages(projectId: number, handlers: ChannelHandlers): void {
  const { user } = useSignedIn()
  const isSubscribed = useRef(false)
  const subscribed = (then: (() => void) | undefined) => () => {
    isSubscribed.current = true
    then?.()
  }
  useChannel(folderChannel(projectId), {
    ...handlers,
    onSubscribed: subscribed(handlers.onSubscribed),
    onResubscribed: subscribed(handlers.onResubscribed),
  })
  useChannel(userChannel(user.id), {
    ...handlers,
    // After an interruption both channels are subscribed again; only one of them reloads the data.
    onResubscribed: () => {
      if (!isSubscribed.current) handlers.onResubscribed?.()
    },
    onSubscribed: () => undefined,
  })
}
