/** Player actions of the keys that work while the caret is in the text. */
export type PlayerAction = 'toggle' | 'back' | 'forward'

/**
 * Player keys in the text: Alt (Option) with J, K and L, as in video players. Japanese input methods, browsers and
 * operating systems do not use them; Space and the arrows belong to the text. The shortcut guide lists them too.
 */
export const PLAYER_KEYS: readonly {
  readonly code: string
  readonly keys: readonly string[]
  readonly action: PlayerAction
}[] = [
  { code: 'KeyK', keys: ['Alt', 'K'], action: 'toggle' },
  { code: 'KeyJ', keys: ['Alt', 'J'], action: 'back' },
  { code: 'KeyL', keys: ['Alt', 'L'], action: 'forward' },
]

/** Matches by physical key (`code`), because Option changes the character on macOS. */
export function playerActionOf({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): PlayerAction | null {
  if (!altKey || ctrlKey || metaKey || shiftKey) return null
  return PLAYER_KEYS.find((key) => key.code === code)?.action ?? null
}
