import type { EditSession } from '@kaiwa/editor'
import { useEffect, useRef } from 'react'
import type { Player } from '../player/player.ts'
import type { Place } from './place.ts'

/** Seeks once to the target of the link. A block or section is also played (FILE-02, FILE-03). */
export function useLinkedPlace(place: Place, session: EditSession | null, player: Player | null): void {
  const gone = useRef<Place | null>(null)
  const { time, block } = place
  useEffect(() => {
    if (!player || gone.current === place) return
    // A link without the time of its block needs the transcript.
    if (block && block.time === null && !session) return
    gone.current = place
    const named = block?.uuid ? session?.getState().document.blocks.get(block.uuid)?.start_time : undefined
    const goal = block ? (block.time ?? named ?? null) : time
    if (goal === null) return
    player.seek(goal)
    // If autoplay needs a user gesture, the player stays paused at this position.
    if (block) player.play()
  }, [place, time, block, session, player])
}
