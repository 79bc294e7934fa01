import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const DEBOUNCE_MS = 300

interface Props {
  label: string
  value: string
  onSearch: (query: string) => void
}

/** Searches a list while typing. An unconfirmed conversion does not search. */
export function SearchBox({ label, value, onSearch }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const [isComposing, setIsComposing] = useState(false)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  // A new URL may contain another query.
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setText(value)
  }
  useEffect(() => {
    if (isComposing || text.trim() === value) return undefined
    const timer = setTimeout(() => search.current(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, value, isComposing])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      w="min(24rem, 100%)"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => setText('')} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
      maxLength={200}
    />
  )
}
