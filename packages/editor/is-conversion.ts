/**
 * Whether a key belongs to an input method: the Enter that confirms a conversion, the Escape that gives it up, the arrows
 * that walk its candidates. Whoever acts on keys leaves these alone. Some browsers tell only by the code 229.
 */
export const isConversion = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
