import type { Player } from './player.ts'

/** Seconds outside of the clip after which the listener has gone elsewhere. */
const TOLERANCE = 1

/**
 * Plays from `start` and pauses at `end` (seconds). Ends without a pause when the listener pauses or moves elsewhere, so that
 * they can listen on. `onEnd` is called once. Returns a function that stops the clip.
 */
export function playClip(
  player: Player,
  { start, end }: { start: number; end: number },
  onEnd: () => void,
): () => void {
  let hasEnded = false
  const leaving: (() => void)[] = []
  const finish = (pauses: boolean) => {
    if (hasEnded) return
    hasEnded = true
    for (const leave of leaving) leave()
    if (pauses) player.pause()
    onEnd()
  }
  player.seek(start)
  player.play()
  leaving.push(
    player.subscribe(() => player.getState().playing || finish(false)),
    player.onTime((time) => {
      if (time < start - TOLERANCE || time > end + TOLERANCE) finish(false)
      else if (time >= end) finish(true)
    }),
  )
  return () => finish(true)
}
