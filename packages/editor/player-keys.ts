/** What a key asks the player for while the caret is in the text. */
export type PlayerAction = 'toggle' | 'back' | 'forward'

/**
 * The keys that play while one types: Alt (Option) with J, K and L, the keys of video players. Neither Japanese input
 * methods nor browsers nor systems use them; Space and the arrows belong to the text. For the shortcut guide too.
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

/** By the key's place on the board: with Option it gives another letter. */
export function playerActionOf({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): PlayerAction | null {
  if (!altKey || ctrlKey || metaKey || shiftKey) return null
  return PLAYER_KEYS.find((key) => key.code === code)?.action ?? null
}
