import { listenForPlayerKeys } from '../player-keys.ts'
import { playClip } from '../play-clip.ts'
import { Player } from '../player.ts'
import type { Recording } from '../recording.ts'

// Page for the player's browser test: a player on a page with one text field.

interface Driven {
  player: Player
  times: number[]
  renewals: number
}

function open(recording: Recording, renewed: string): Driven {
  document.body.innerHTML =
    '<input id="field"><button id="button">x</button><div role="dialog"><i tabindex="0" id="dialog"></i></div>'
  const driven: Driven = {
    times: [],
    renewals: 0,
    player: new Player(document.createElement('video'), recording, async () => {
      driven.renewals++
      return renewed
    }),
  }
  document.body.append(driven.player.element)
  driven.player.element.muted = true
  driven.player.onTime((time) => driven.times.push(time))
  listenForPlayerKeys(driven.player, new AbortController().signal)
  return driven
}

declare global {
  interface Window {
    players: { open: typeof open; playClip: typeof playClip; driven?: Driven }
  }
}

window.players = { open, playClip }
