import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { readPlaybackSettings } from './playback-settings.ts'
import { listenForPlayerKeys } from './player-keys.ts'
import { Player } from './player.ts'
import type { PlayerState } from './player.ts'
import { mediaOf } from './recording.ts'
import type { Recording } from './recording.ts'

/** Joins the media session of the browser, loaded with the first play. Returns a function that leaves it. */
function joinSessionWhenPlayed(player: Player, recording: Recording): () => void {
  const artwork = recording.isAudio ? null : mediaOf(recording).thumbnail
  let leave: (() => void) | null = null
  let hasLeft = false
  const stop = player.subscribe(() => {
    if (!player.getState().playing) return
    stop()
    const join = async () => {
      const { joinMediaSession } = await import('./media-session.ts')
      if (!hasLeft) leave = joinMediaSession(player, recording.title, artwork)
    }
    // Optional: the recording plays without it.
    join().catch(() => undefined)
  })
  return () => {
    hasLeft = true
    stop()
    leave?.()
  }
}

/** Creates a player for as long as the component shows this recording; null until the first effect. */
export function usePlayer(recording: Recording | null, renew: () => Promise<string>): Player | null {
  const [player, setPlayer] = useState<Player | null>(null)
  const latest = useRef({ recording, renew })
  useEffect(() => {
    latest.current = { recording, renew }
    if (recording) player?.update(recording)
  })
  const videoId = recording?.videoId ?? null
  useEffect(() => {
    const first = latest.current.recording
    if (videoId === null || !first) return undefined
    const made = new Player(document.createElement('video'), first, () => latest.current.renew())
    const { rate, skipsSilence } = readPlaybackSettings()
    made.setRate(rate)
    made.setSkipsSilence(skipsSilence)
    const abort = new AbortController()
    listenForPlayerKeys(made, abort.signal)
    const leaveSession = joinSessionWhenPlayed(made, first)
    setPlayer(made)
    return () => {
      abort.abort()
      leaveSession()
      made.destroy()
      setPlayer(null)
    }
  }, [videoId])
  return player
}

export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState)
}

/** Calls `show` with the time of every frame, to write directly to the DOM, and again when `target` changes. */
export function usePlayerTime(player: Player | null, show: (time: number) => void, target?: unknown): void {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => player?.onTime((time) => latest.current(time)), [player])
  useEffect(() => {
    if (player && target) latest.current(player.time())
  }, [player, target])
}

/** The media URLs of a recording. */
export function useMedia(recording: Recording) {
  return useMemo(() => mediaOf(recording), [recording])
}
