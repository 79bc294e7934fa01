import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FilePage.module.css'
import type { Search } from './use-search.ts'
import { WrapNotice } from './WrapNotice.tsx'

interface Props {
  words: string
  onWords: (words: string) => void
  search: Search
  field: RefObject<HTMLInputElement | null>
  /** Set when the search is collapsed to an icon. */
  onClose?: () => void
}

interface StepProps {
  label: string
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}

function Step({ label, disabled = false, onPress, children }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}

/**
 * Search field of a file: 'index/total', previous and next, around the ends. Enter selects the next hit, Shift+Enter the
 * previous.
 */
export function TranscriptSearchBox({ words, onWords, search, field, onClose }: Props) {
  const { t } = useTranslation('transcripts')
  const opensByClick = onClose !== undefined
  useEffect(() => {
    if (opensByClick) field.current?.focus()
  }, [opensByClick, field])
  const { hits, isPending, step } = search
  const { index } = hits
  const total = hits.passages.length
  const isMissing = total === 0 && words.trim() !== '' && !isPending

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isCompositionKey(event.nativeEvent)) return
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') {
      onWords('')
      onClose?.()
    }
  }
  return (
    <search className={styles.search}>
      <TextInput
        className={styles.searchField}
        size="xs"
        type="search"
        aria-label={t('searchOpen')}
        placeholder={t('search')}
        leftSection={<IconSearch aria-hidden size={16} />}
        ref={field}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <output className={styles.count} {...(total > 0 ? { 'aria-label': t('hitsStatus', { index, total }) } : {})}>
        {total > 0 ? t('hitsOf', { index, total }) : isMissing && t('noHits')}
      </output>
      <WrapNotice wrapped={hits.wrapped} />
      <Step label={t('previousHit')} disabled={total === 0} onPress={() => step(-1)}>
        <IconChevronUp aria-hidden size={18} />
      </Step>
      <Step label={t('nextHit')} disabled={total === 0} onPress={() => step(1)}>
        <IconChevronDown aria-hidden size={18} />
      </Step>
      {onClose && (
        <Step label={t('searchClose')} onPress={onClose}>
          <IconX aria-hidden size={18} />
        </Step>
      )}
    </search>
  )
}
