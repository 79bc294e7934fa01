import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useDocumentKey } from '../platform/use-document-key.ts'
import { isSearchKey } from './search-key.ts'
import { ToolbarButton } from './ToolbarButton.tsx'
import { TranscriptSearchBox } from './TranscriptSearchBox.tsx'
import type { Search } from './use-search.ts'

/**
 * Ctrl+F, or ⌘F, moves to the search of the transcript. Pressed there, it is the search of the browser, as in a dialog
 * and while find and replace is open.
 */
function useSearchKey(field: RefObject<HTMLInputElement | null>, isEnabled: boolean, onOpen: () => void): void {
  useDocumentKey((event) => {
    if (!isEnabled || event.defaultPrevented || !isSearchKey(event)) return
    const { target } = event
    if (target === field.current || (target instanceof Element && target.closest('[role=dialog]'))) return
    event.preventDefault()
    // The field may be collapsed to an icon.
    flushSync(onOpen)
    field.current?.focus()
    field.current?.select()
  })
}

interface Props {
  /** The toolbar has no room: the field is collapsed to an icon while it is not used. */
  collapses: boolean
  /** Find and replace is shown instead. */
  isHidden: boolean
  words: string
  onWords: (words: string) => void
  search: Search
}

/** The search in the toolbar. Opening it does not render the rest of the toolbar again. */
export function ToolbarSearch({ collapses, isHidden, words, onWords, search }: Props) {
  const { t } = useTranslation('transcripts')
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field, !isHidden, () => setOpened(true))
  if (isHidden) return null
  if (collapses && !opened && words === '')
    return (
      <ToolbarButton label={t('searchOpen')} isOn={false} onPress={() => setOpened(true)}>
        <IconSearch aria-hidden size={18} />
      </ToolbarButton>
    )
  const handleClose = () => {
    setOpened(false)
    onWords('')
  }
  return (
    <TranscriptSearchBox
      words={words}
      onWords={onWords}
      search={search}
      field={field}
      {...(collapses ? { onClose: handleClose } : {})}
    />
  )
}
