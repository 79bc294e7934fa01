/**
 * True when a key belongs to an input method: Enter that confirms a conversion, Escape that cancels it, arrows that
 * move through candidates. Key handlers must ignore these. Some browsers report them only by key code 229.
 */
export function isCompositionKey({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
