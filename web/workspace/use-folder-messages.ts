import { folderChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { useRef } from 'react'
import { useSignedIn } from '../platform/session.ts'
import { useChannel } from '../platform/use-channel.ts'
import type { ChannelHandlers } from '../platform/use-channel.ts'

/**
 * Subscribes to changes in a folder: on the channel of the folder, or, where the user may see only a part of the folder
 * and that channel is refused, on the channel of the user, which then carries the messages about this part.
 */
export const useFolderMessages = (projectId: number, handlers: ChannelHandlers): void => {
  const { user } = useSignedIn()
  const isHeard = useRef(false)
  const heard = (then: (() => void) | undefined) => () => {
    isHeard.current = true
    then?.()
  }
  useChannel(folderChannel(projectId), {
    ...handlers,
    onHeard: heard(handlers.onHeard),
    onReturn: heard(handlers.onReturn),
  })
  useChannel(userChannel(user.id), {
    ...handlers,
    // After a break both channels return: one of them is enough to fetch again.
    onReturn: () => {
      if (!isHeard.current) handlers.onReturn?.()
    },
    onHeard: () => undefined,
  })
}
