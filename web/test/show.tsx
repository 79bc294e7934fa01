// Renders components in a real browser, with the styles, texts and theme of the product.
import '../styles.ts'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cdp } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadTexts, startI18n } from '../platform/i18n.ts'
import type { TextName } from '../platform/i18n.ts'
import { theme } from '../platform/theme.ts'
import { TEXTS } from '../texts.ts'

function Providers({ children }: { children: ReactNode }) {
  return <MantineProvider theme={theme}>{children}</MantineProvider>
}

/** Renders a component with Japanese texts. It is removed before the next test. */
export async function show(part: ReactNode, ...texts: TextName[]) {
  await startI18n(TEXTS, 'ja')
  await loadTexts(['common', ...texts])
  return render(part, { wrapper: Providers })
}

/** Methods of the Chrome DevTools Protocol that the provider passes on. */
interface DevTools {
  send: (method: string, parameters: object) => Promise<unknown>
}

function devTools() {
  return cdp() as unknown as DevTools
}

const matchMedia = globalThis.matchMedia.bind(globalThis)

/**
 * Lets media queries of scripts answer as on a device that is only touched. Not by the emulation of Chromium: a page has no
 * pointer after that, which changed the tests of the next file.
 */
export function emulateTouch(enabled: boolean): void {
  const isTouch = (query: string) => /hover: none|pointer: coarse/.test(query)
  const isPointer = (query: string) => /hover: hover|pointer: fine/.test(query)
  globalThis.matchMedia = enabled
    ? (query) => matchMedia(isTouch(query) ? 'all' : isPointer(query) ? 'not all' : query)
    : matchMedia
}

/** Shows a text as the unconfirmed conversion of an input method, in the field with the focus. */
export function compose(text: string) {
  return devTools().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
}

/** Ends the conversion with this text. */
export function confirmConversion(text: string) {
  return devTools().send('Input.insertText', { text })
}

/** Presses a key as the browser reports it while an input method handles it. */
export async function pressInConversion(key: string) {
  for (const type of ['rawKeyDown', 'keyUp'])
    await devTools().send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 })
}
