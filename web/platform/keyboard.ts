/** Apple keyboards have other key labels. */
export const IS_MAC = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '')

const PLAIN: Readonly<Record<string, string>> = { Mod: 'Ctrl', Left: '←', Right: '→', Up: '↑', Down: '↓' }
const APPLE: Readonly<Record<string, string>> = { ...PLAIN, Mod: '⌘', Alt: '⌥', Shift: '⇧' }

/** The label of a key on the user's keyboard. `Mod` is Ctrl, on a Mac ⌘. */
export function keyCap(key: string, isMac = IS_MAC): string {
  return (isMac ? APPLE : PLAIN)[key] ?? key
}
