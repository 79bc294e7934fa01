import { isConversion } from '@kaiwa/editor/is-conversion.ts'
import { useEffect, useEffectEvent } from 'react'
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FileTabs.module.css'
import { FILE_TABS, tabOfKey, takesDigits } from './tab-keys.ts'
import type { FileTab } from './tab-keys.ts'

interface Props {
  tab: FileTab
  /** Before the first block there is nothing to tag (FILE-10). */
  hasBlocks: boolean
  onTab: (tab: FileTab) => void
}

const LABELS = { files: 'tabFiles', tags: 'tabTags' } as const

const panelIdOf = (tab: FileTab): string => `file-panel-${tab}`
const tabIdOf = (tab: FileTab): string => `file-tab-${tab}`

/** What makes an element the panel of a tab. */
export const panelOf = (tab: FileTab) => ({
  id: panelIdOf(tab),
  role: 'tabpanel',
  'aria-labelledby': tabIdOf(tab),
})

/** The views of a file as tabs, with the keys 1 and 2 while nobody types (FILE-09). */
export const FileTabs = ({ tab, hasBlocks, onTab }: Props) => {
  const { t } = useTranslation('transcripts')
  const isOpen = (one: FileTab) => one === 'files' || hasBlocks
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const asked = tabOfKey(event)
    if (asked && isOpen(asked) && !takesDigits(event.target)) onTab(asked)
  })
  useEffect(() => {
    const abort = new AbortController()
    document.addEventListener('keydown', (event) => handleKey(event), { signal: abort.signal })
    return () => abort.abort()
  }, [])

  const handleArrow = (event: ReactKeyboardEvent) => {
    if (isConversion(event.nativeEvent) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    const open = FILE_TABS.filter(isOpen)
    const by = event.key === 'ArrowRight' ? 1 : -1
    const next = open[(open.indexOf(tab) + by + open.length) % open.length]
    if (!next) return
    onTab(next)
    document.querySelector<HTMLElement>(`#${tabIdOf(next)}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={t('tabs')} className={styles.tabs} onKeyDown={handleArrow} tabIndex={-1}>
      {FILE_TABS.map((one, index) => (
        <button
          key={one}
          id={tabIdOf(one)}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls={one === tab && hasBlocks ? panelIdOf(one) : undefined}
          aria-keyshortcuts={String(index + 1)}
          tabIndex={one === tab ? 0 : -1}
          disabled={!isOpen(one)}
          className={styles.tab}
          onClick={() => onTab(one)}
        >
          {t(LABELS[one])}
        </button>
      ))}
    </div>
  )
}
