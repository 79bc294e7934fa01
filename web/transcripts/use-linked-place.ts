import type { EditSession } from '@kaiwa/editor'
import { useEffect, useRef } from 'react'
import type { Player } from '../player/player.ts'
import type { Place } from './place.ts'

/** Goes once to where the link leads: a time is sought, a block or section is sought and played (FILE-02, FILE-03). */
export function useLinkedPlace(place: Place, session: EditSession | null, player: Player | null): void {
  const gone = useRef<Place | null>(null)
  const { time, block } = place
  useEffect(() => {
    if (!player || gone.current === place) return
    // A block's time may stand in the link; otherwise the transcript knows it.
    if (block && block.time === null && !session) return
    gone.current = place
    const named = block?.uuid ? session?.getState().document.blocks.get(block.uuid)?.start_time : undefined
    const goal = block ? (block.time ?? named ?? null) : time
    if (goal === null) return
    player.seek(goal)
    // A browser that wants a gesture first leaves the player waiting at the place.
    if (block) player.play()
  }, [place, time, block, session, player])
}
