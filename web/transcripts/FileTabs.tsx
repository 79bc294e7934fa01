import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { panelOf as panelOfTab, TabBar } from '../ui/TabBar.tsx'
import { FILE_TABS, tabOfKey, takesDigits } from './tab-keys.ts'
import type { FileTab } from './tab-keys.ts'

interface Props {
  tab: FileTab
  /** Whether the transcript has blocks: without any, the Tags tab is disabled (FILE-10). */
  hasBlocks: boolean
  onTab: (tab: FileTab) => void
}

const LABELS = { files: 'tabFiles', tags: 'tabTags' } as const

/** Props that make an element the panel of a tab. */
export const panelOf = (tab: FileTab) => panelOfTab('file', tab)

/** The views of a file as tabs, with the keys 1 and 2 except while typing (FILE-09). */
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
  const tabs = FILE_TABS.map((id, index) => ({
    id,
    label: t(LABELS[id]),
    isDisabled: !isOpen(id),
    shortcut: String(index + 1),
  }))
  return <TabBar name="file" label={t('tabs')} tabs={tabs} tab={tab} hasPanel={hasBlocks} onTab={onTab} />
}
