import { useEffect } from 'react'
import type { Player } from '../../player/player.ts'
import type { EditControl } from './edit-control.ts'

/** Whoever listens or looks for a place while editing is at work, though nothing changes (docs/decisions/0042). */
export function usePresence(player: Player | null, control: EditControl): void {
  useEffect(() => {
    if (!player) return undefined
    const present = () => control.present()
    const stop = player.onTime(present)
    // A tab in the background has no frames, but plays on.
    player.element.addEventListener('timeupdate', present)
    return () => {
      stop()
      player.element.removeEventListener('timeupdate', present)
    }
  }, [player, control])
}
