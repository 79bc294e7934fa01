import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { SKIP_SECONDS } from './player.ts'
import type { Player } from './player.ts'
import { SPEED_STEP } from './speeds.ts'

const TEXT_INPUTS = 'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, select'
const OWN_KEYS = '[role=dialog], [role=menu], [role=listbox], [role=combobox], [role=tablist]'

/** True when the focused element needs the key itself: text fields, lists, dialogs, the volume. */
function usesKey(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest(`${TEXT_INPUTS}, ${OWN_KEYS}, [data-own-keys]`) !== null
}

/** Space presses the focused button. A mouse click does not focus our buttons, so the focus comes from the keyboard. */
function isButton(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('button, summary, [role=button], [role=tab]') !== null
}

/** Space toggles playback, the left and right arrows seek back and forward (PLAY-09…12), and `<` and `>` change the speed. */
export function listenForPlayerKeys(player: Player, signal: AbortSignal): void {
  const handleKey = (event: KeyboardEvent) => {
    // During a conversion the keys belong to the input method; some browsers report this by key code 229.
    if (isCompositionKey(event) || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || usesKey(event.target)) return
    if (event.key === '<' || event.key === '>') {
      const by = event.key === '<' ? -SPEED_STEP : SPEED_STEP
      player.setRate(player.getState().rate + by)
      event.preventDefault()
      return
    }
    if (event.shiftKey) return
    if (event.key === ' ') {
      if (isButton(event.target)) return
      if (!event.repeat) player.toggle()
    } else if (event.key === 'ArrowLeft') player.skip(-SKIP_SECONDS)
    else if (event.key === 'ArrowRight') player.skip(SKIP_SECONDS)
    else return
    event.preventDefault()
  }
  document.addEventListener('keydown', handleKey, { signal })
}
