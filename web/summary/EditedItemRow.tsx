import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type DraftItem, lacksText } from './edit-items.ts'
import styles from './Summary.module.css'

interface Props {
  item: DraftItem
  part: SummaryPartName
  /** Place in the list, from 1. */
  number: number
  isLast: boolean
  onChange: (change: Partial<DraftItem>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function RowButtons({ number, isLast, part, onMove, onRemove }: Omit<Props, 'item' | 'onChange'>) {
  const { t } = useTranslation('summary')
  const button = { variant: 'subtle', color: 'gray', size: 28 } as const
  return (
    <span className={styles.rowButtons}>
      {/* Suggested sections are in the order of the recording. */}
      {part !== 'sections' && (
        <>
          <ActionIcon
            {...button}
            disabled={number === 1}
            aria-label={t('moveUp', { number })}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon {...button} disabled={isLast} aria-label={t('moveDown', { number })} onClick={() => onMove(1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ActionIcon {...button} aria-label={t('removeItem', { number })} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </span>
  )
}

/** An item as fields: text, for to-dos who and until when, and its evidence, which can be removed. */
export function EditedItemRow({ item, part, number, isLast, onChange, onMove, onRemove }: Props) {
  const { t } = useTranslation('summary')
  const { text, owner, due, citations } = item
  return (
    <li className={styles.row}>
      <div className={styles.rowMain}>
        <Textarea
          className={styles.field ?? ''}
          aria-label={t('itemText', { number })}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={part === 'sections' ? LIMITS.sectionNameLength : LIMITS.summaryTextLength}
          error={lacksText(item) && t('textMissing')}
          value={text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        <RowButtons part={part} number={number} isLast={isLast} onMove={onMove} onRemove={onRemove} />
      </div>
      {part === 'to_dos' && (
        <div className={styles.fields}>
          <TextInput
            size="xs"
            label={t('owner')}
            maxLength={LIMITS.summaryDetailLength}
            value={owner}
            onChange={(event) => onChange({ owner: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label={t('due')}
            maxLength={LIMITS.summaryDetailLength}
            value={due}
            onChange={(event) => onChange({ due: event.currentTarget.value })}
          />
        </div>
      )}
      {citations.map((citation) => (
        <div key={citation.number} className={styles.kept}>
          <span className={styles.quiet}>{formatTime(citation.time)}</span>
          <q className={styles.keptQuote}>{citation.quote}</q>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('removeQuote', { quote: citation.quote })}
            title={t('removeQuoteShort')}
            onClick={() => onChange({ citations: citations.filter((one) => one !== citation) })}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
    </li>
  )
}
