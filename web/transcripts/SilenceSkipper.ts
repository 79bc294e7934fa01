import type { EditSession } from '@kaiwa/editor'
import { silenceEnd, silencesOf } from '@kaiwa/transcript/silences.ts'
import { useEffect } from 'react'
import type { Player } from '../player/player.ts'

/** Silences are computed again at most this often (ms) while the text changes. */
const REFRESH_MS = 5_000

/** Follows the playback and jumps over silence. A paused player and one that is sought stay where they are. */
function followSilence(player: Player, session: EditSession): () => void {
  let { document } = session.getState()
  let silences = silencesOf(document.blocks)
  let readAt = performance.now()
  return player.onTime((time) => {
    const { document: current } = session.getState()
    if (current !== document && performance.now() - readAt > REFRESH_MS) {
      document = current
      silences = silencesOf(document.blocks)
      readAt = performance.now()
    }
    if (player.element.paused || player.element.seeking) return
    const end = silenceEnd(silences, time)
    if (end !== null) player.seek(end)
  })
}

/** Skips silence while it is shown. */
export function SilenceSkipper({ player, session }: { player: Player; session: EditSession }) {
  useEffect(() => followSilence(player, session), [player, session])
  return null
}
