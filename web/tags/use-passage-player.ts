import { useState, useSyncExternalStore } from 'react'
import type { Player } from '../player/player.ts'

function subscribeToNothing() {
  return () => undefined
}

/** Plays passages of a list. Playing the same passage again pauses it, because the list covers the player. */
export function usePassagePlayer(player: Player | null) {
  const [startedKey, setStartedKey] = useState<string | null>(null)
  const isPlaying = useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    () => player?.getState().playing ?? false,
  )
  const playing = isPlaying ? startedKey : null
  return {
    /** Key of the playing passage. */
    playing,
    play: player
      ? (key: string, time: number) => {
          if (key === playing) return player.pause()
          setStartedKey(key)
          player.seek(time)
          player.play()
        }
      : null,
  }
}
