import { useState, useSyncExternalStore } from 'react'
import type { Player } from '../player/player.ts'

const never = () => () => undefined

/** Plays passages of a list. Playing the same passage again pauses it, because the list covers the player. */
export function useHearing(player: Player | null) {
  const [heard, setHeard] = useState<string | null>(null)
  const isPlaying = useSyncExternalStore(player?.subscribe ?? never, () => player?.getState().playing ?? false)
  const playing = isPlaying ? heard : null
  return {
    /** Key of the playing passage. */
    playing,
    play: player
      ? (key: string, time: number) => {
          if (key === playing) return player.pause()
          setHeard(key)
          player.seek(time)
          player.play()
        }
      : null,
  }
}
