import { useRef } from 'react'
import { useSignedIn } from '../platform/session.ts'
import { useChannel } from '../platform/use-channel.ts'
import type { ChannelHandlers } from '../platform/use-channel.ts'

/**
 * Hears what happens in a folder: on the folder's channel, or, where the reader sees only a part of the folder and that
 * channel is refused, on their own channel, which then carries the messages about that part.
 */
export const useFolderMessages = (projectId: number, handlers: ChannelHandlers): void => {
  const { user } = useSignedIn()
  const isHeard = useRef(false)
  const heard = (then: (() => void) | undefined) => () => {
    isHeard.current = true
    then?.()
  }
  useChannel(`private-project-${projectId}`, {
    ...handlers,
    onHeard: heard(handlers.onHeard),
    onReturn: heard(handlers.onReturn),
  })
  useChannel(`private-user-${user.id}`, {
    ...handlers,
    // After a break both channels return: one of them is enough to fetch again.
    onReturn: () => {
      if (!isHeard.current) handlers.onReturn?.()
    },
    onHeard: () => undefined,
  })
}
