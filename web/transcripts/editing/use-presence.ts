import { useEffect } from 'react'
import type { Player } from '../../player/player.ts'
import type { EditControl } from './edit-control.ts'

/** Playing and seeking count as presence in edit mode, which refreshes the lock (docs/decisions/0042). */
export function usePresence(player: Player | null, control: EditControl): void {
  useEffect(() => {
    if (!player) return undefined
    const present = () => control.present()
    const stop = player.onTime(present)
    // A background tab has no animation frames, but playback continues.
    player.element.addEventListener('timeupdate', present)
    return () => {
      stop()
      player.element.removeEventListener('timeupdate', present)
    }
  }, [player, control])
}
