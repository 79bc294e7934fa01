import { SKIP_SECONDS } from './player.ts'
import type { Player } from './player.ts'

/** Connects headphones, lock screens and the system's media keys to the player. */
export function joinMediaSession(player: Player, title: string, artwork: string | null): () => void {
  if (!('mediaSession' in navigator)) return () => {}
  const session = navigator.mediaSession
  session.metadata = new MediaMetadata({ title, artwork: artwork === null ? [] : [{ src: artwork }] })
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => player.play()],
    ['pause', () => player.pause()],
    ['seekbackward', ({ seekOffset }) => player.skip(-(seekOffset ?? SKIP_SECONDS))],
    ['seekforward', ({ seekOffset }) => player.skip(seekOffset ?? SKIP_SECONDS)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && player.seek(seekTime)],
  ]
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // The browser does not support this action.
    }
  }
  for (const [action, handler] of actions) handle(action, handler)
  const update = () => {
    const { playing, duration, rate } = player.getState()
    session.playbackState = playing ? 'playing' : 'paused'
    if (duration > 0)
      session.setPositionState({ duration, playbackRate: rate, position: Math.min(player.time(), duration) })
  }
  const stop = player.subscribe(update)
  update()
  return () => {
    stop()
    for (const [action] of actions) handle(action, null)
    session.metadata = null
    session.playbackState = 'none'
  }
}
