import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FilePage.module.css'
import { hasPrevious, hasNext } from './search-hits.ts'
import type { SearchHits } from './search-hits.ts'

interface Props {
  words: string
  onWords: (words: string) => void
  hits: SearchHits
  onStep: (by: 1 | -1) => void
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

/** Search field of a file: 'index/total', previous and next. Enter selects the next hit, Shift+Enter the previous. */
export function TranscriptSearchBox({ words, onWords, hits, onStep, onClose }: Props) {
  const { t } = useTranslation('transcripts')
  const field = useRef<HTMLInputElement>(null)
  const opensByClick = onClose !== undefined
  useEffect(() => {
    if (opensByClick) field.current?.focus()
  }, [opensByClick])
  const total = hits.passages.length
  const { index } = hits

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isCompositionKey(event.nativeEvent)) return
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
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
      <output className={styles.count} aria-label={total > 0 ? t('hitsStatus', { index, total }) : t('noHits')}>
        {words.trim() === '' ? '' : t('hitsOf', { index, total })}
      </output>
      <Step label={t('previousHit')} disabled={!hasPrevious(hits)} onPress={() => onStep(-1)}>
        <IconChevronUp aria-hidden size={18} />
      </Step>
      <Step label={t('nextHit')} disabled={!hasNext(hits)} onPress={() => onStep(1)}>
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
