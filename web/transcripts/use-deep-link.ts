import type { EditSession } from '@kaiwa/editor'
import { useEffect, useRef } from 'react'
import type { Player } from '../player/player.ts'
import type { DeepLink } from './deep-link.ts'

/** Seeks once to the target of the link. A block or section is also played (FILE-02, FILE-03). */
export function useDeepLink(link: DeepLink, session: EditSession | null, player: Player | null): void {
  const followed = useRef<DeepLink | null>(null)
  const { time, block } = link
  useEffect(() => {
    if (!player || followed.current === link) return
    // A link without the time of its block needs the transcript.
    if (block && block.time === null && !session) return
    followed.current = link
    const named = block?.uuid ? session?.getState().document.blocks.get(block.uuid)?.start_time : undefined
    const target = block ? (block.time ?? named ?? null) : time
    if (target === null) return
    player.seek(target)
    // If autoplay needs a user gesture, the player stays paused at this position.
    if (block) player.play()
  }, [link, time, block, session, player])
}
