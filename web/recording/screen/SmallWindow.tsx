import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../platform/dates.ts'
import { toast } from '../../platform/toasts.ts'
import type { RecordingSession, SessionState } from '../types.ts'
import { LevelMeters } from './LevelMeters.tsx'
import styles from './SmallWindow.module.css'

/** Chromium's interface for windows that stay on top of others. */
interface DocumentPictureInPicture {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>
}

function windows(): DocumentPictureInPicture | null {
  return (globalThis as { documentPictureInPicture?: DocumentPictureInPicture }).documentPictureInPicture ?? null
}

/** Computers show a window next to others; telephones would show a tab. */
const HAS_WINDOWS = '(hover: hover) and (pointer: fine)'

export function hasSmallWindow(): boolean {
  return windows() !== null || globalThis.matchMedia(HAS_WINDOWS).matches
}

const SIZE = { width: 320, height: 200 }
/** Milliseconds in which Firefox replaces the first document of a window. */
const BLANK_MS = 300

/** A window of Firefox and Safari, which does not stay on top. Null: the browser has blocked it. */
async function openPopup(): Promise<Window | null> {
  const popup = globalThis.open('', '', `popup,width=${SIZE.width},height=${SIZE.height}`)
  if (!popup) return null
  // Closed with the page: nothing would work in it.
  const close = (): void => popup.close()
  globalThis.addEventListener('pagehide', close)
  await new Promise<void>((resolve) => {
    popup.addEventListener('load', () => resolve(), { once: true })
    setTimeout(resolve, BLANK_MS)
  })
  popup.addEventListener('pagehide', () => globalThis.removeEventListener('pagehide', close))
  return popup
}

/** Copies styles and theme: a new window has none. */
function adoptStyles(target: Document): void {
  const { lang } = document.documentElement
  target.documentElement.lang = lang
  for (const { name, value } of document.documentElement.attributes) target.documentElement.setAttribute(name, value)
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    target.head.append(sheet.cloneNode(true))
}

/** A small window, on top of others where the browser offers it. `toggle` needs a click. */
export function useSmallWindow(): { target: Window | null; toggle: () => void } {
  const { t } = useTranslation('recording')
  const [target, setTarget] = useState<Window | null>(null)
  // Closed with the recording.
  useEffect(() => () => target?.close(), [target])
  const open = async (): Promise<void> => {
    const opened = await (windows()?.requestWindow(SIZE) ?? openPopup())
    if (!opened) return void toast.error(t('smallWindowBlocked'))
    adoptStyles(opened.document)
    opened.addEventListener('pagehide', () => setTarget(null))
    setTarget(opened)
  }
  return { target, toggle: () => (target ? target.close() : void open().catch(() => undefined)) }
}

interface Props {
  target: Window
  session: RecordingSession
  state: SessionState
  onStop: () => void
}

/** Time, levels, pause and stop. */
export function SmallWindow({ target, session, state, onStop }: Props) {
  const { t } = useTranslation('recording')
  const { phase, seconds, channels } = state
  const stop = (): void => {
    // The dialog is in the page.
    target.close()
    window.focus()
    onStop()
  }
  return createPortal(
    <div className={styles.window} data-phase={phase}>
      <title>{t('bar', { name: state.details.title })}</title>
      <div className={styles.head}>
        <span>{t(`phase.${phase}`)}</span>
        <time className={styles.time}>{formatClock(seconds)}</time>
      </div>
      <LevelMeters channels={channels} readLevels={session.levels} />
      <div className={styles.buttons}>
        <button
          type="button"
          disabled={phase !== 'recording' && phase !== 'paused'}
          onClick={phase === 'paused' ? session.resume : session.pause}
        >
          {t(phase === 'paused' ? 'resume' : 'pause')}
        </button>
        <button type="button" onClick={stop}>
          {t('stop')}
        </button>
      </div>
    </div>,
    target.document.body,
  )
}
