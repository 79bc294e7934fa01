import { useTranslation } from 'react-i18next'
import { useDocumentKey } from '../platform/use-document-key.ts'
import { panelOf as panelOfTab, TabBar } from '../ui/TabBar.tsx'
import { filePage } from './file-page.ts'
import { tabOfKey, takesDigits } from './tab-keys.ts'

interface Props {
  /** Id of the shown tab. */
  tab: string
  /** Whether the transcript has blocks: without any, only the tab of the transcript is enabled (FILE-10). */
  hasBlocks: boolean
  onTab: (tab: string) => void
}

/** Id of the tab with the transcript. */
export const TRANSCRIPT_TAB = 'files'

/** The tab of an address: that of the transcript by default. */
export function readTab(query: URLSearchParams): string {
  return filePage.tabs.list().find(({ id }) => id === query.get('tab'))?.id ?? TRANSCRIPT_TAB
}

/** The address of a tab, without the place of a link and what the tab before shows. */
export function writeTab(query: URLSearchParams, tab: string): URLSearchParams {
  const search = query.get('search')
  return new URLSearchParams({ ...(search !== null && { search }), ...(tab !== TRANSCRIPT_TAB && { tab }) })
}

/** Props that make an element the panel of a tab. */
export function panelOf(tab: string) {
  return panelOfTab('file', tab)
}

/** The views of a file as tabs, with the keys 1, 2, … except while typing (FILE-09). */
export function FileTabs({ tab, hasBlocks, onTab }: Props) {
  const { t } = useTranslation('transcripts')
  const all = [{ id: TRANSCRIPT_TAB, label: 'tabFiles' } as const, ...filePage.tabs.list()]
  const isOpen = (one: string) => one === TRANSCRIPT_TAB || hasBlocks
  useDocumentKey((event) => {
    const asked = all[(tabOfKey(event) ?? 0) - 1]?.id
    if (asked && isOpen(asked) && !takesDigits(event.target)) onTab(asked)
  })
  const tabs = all.map(({ id, label }, index) => ({
    id,
    label: t(label),
    isDisabled: !isOpen(id),
    shortcut: String(index + 1),
  }))
  return <TabBar name="file" label={t('tabs')} tabs={tabs} tab={tab} hasPanel={hasBlocks} onTab={onTab} />
}
