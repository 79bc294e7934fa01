import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { IS_MAC } from '../platform/keyboard.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useDocumentKey } from '../platform/use-document-key.ts'
import { HeaderButton } from '../ui/HeaderButton.tsx'
import { Keys } from '../ui/Keys.tsx'
import { isPaletteKey } from './palette-key.ts'
import { takePaletteRequest } from './palette-request.ts'
import styles from './PaletteButton.module.css'

const Palette = lazyPart(
  async () => (await import('./Palette.tsx')).Palette,
  ['palette', 'workspace', 'home', 'uploads'],
)

/**
 * The button of the frame that opens the palette, and its key, which also works in text fields. While another dialog is
 * open, the key does nothing.
 */
export function PaletteButton() {
  const { t } = useTranslation()
  const [isOpened, setIsOpened] = useState(false)
  // Set from the first use: the palette stays mounted for the dialogs of its commands.
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const open = () => {
    setOpener(document.activeElement instanceof HTMLElement ? document.activeElement : document.body)
    setIsOpened(true)
  }
  useDocumentKey((event) => {
    if (!isPaletteKey(event) || event.defaultPrevented) return
    event.preventDefault()
    if (isOpened) setIsOpened(false)
    else if (!document.querySelector('[aria-modal="true"]')) open()
  })
  const { pathname } = useLocation()
  const openRequested = useEffectEvent(() => {
    if (takePaletteRequest()) open()
  })
  useEffect(() => {
    // The addresses before it are redirects.
    if (!/^\/projects\/\d+$/.test(pathname)) return undefined
    const timer = setTimeout(() => openRequested())
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <>
      <HeaderButton
        icon={<IconSearch size={18} aria-hidden="true" />}
        label={t('searchEverywhere')}
        variant="field"
        aria-haspopup="dialog"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        onClick={open}
      >
        <span className={styles.keys} aria-hidden="true">
          <Keys keys={['Mod', 'K']} />
        </span>
      </HeaderButton>
      {opener && <Palette opened={isOpened} opener={opener} onClose={() => setIsOpened(false)} />}
    </>
  )
}
