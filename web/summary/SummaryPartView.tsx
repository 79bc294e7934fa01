import type { Summary, SummaryPart } from '@kaiwa/contract/summaries.ts'
import type { EditableDocument } from '@kaiwa/transcript'
import { toDoLine } from '@kaiwa/transcript/to-do-line.ts'
import { ActionIcon, Button, Loader, Skeleton } from '@mantine/core'
import { IconCopy, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../platform/dates.ts'
import { toast } from '../platform/toasts.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { AcceptAll } from './AcceptSection.tsx'
import { draftOf } from './drafts.ts'
import { PartEditor } from './PartEditor.tsx'
import styles from './Summary.module.css'
import { SummaryItems } from './SummaryItems.tsx'

interface Props {
  summary: Summary
  part: SummaryPart
  document: EditableDocument
  /** Writes the part again. */
  onGenerate: () => void
}

function CopyToDos({ items }: Pick<SummaryPart, 'items'>) {
  const { t } = useTranslation('summary')
  const handleCopy = async () => {
    const labels = {
      owner: (name: string) => t('ownerIs', { name }),
      due: (date: string) => t('dueIs', { date }),
      enclose: (details: readonly string[]) => t('inBrackets', { details: details.join(t('and')) }),
    }
    try {
      await navigator.clipboard.writeText(items.map((item) => `- ${toDoLine(item, labels)}`).join('\n'))
      toast.success(t('copied'))
    } catch {
      toast.error(t('notCopied'))
    }
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={t('copyToDos')}
      title={t('copyToDos')}
      onClick={() => void handleCopy()}
    >
      <IconCopy size={16} aria-hidden />
    </ActionIcon>
  )
}

/** The state of a part, in place of its items or above them: being written, failed, nothing found. */
function PartState({ summary, part, onGenerate }: Omit<Props, 'document'>) {
  const { t } = useTranslation('summary')
  const { status, error, items } = part
  if (status === 'writing')
    return items.length > 0 ? null : (
      <div className={styles.lines} aria-hidden>
        <Skeleton height={12} width="80%" />
        <Skeleton height={12} width="60%" />
      </div>
    )
  if (status === 'failed')
    return (
      <div className={styles.failed} role="note">
        <span>{t(`errors.${error ?? 'server-error'}`)}</span>
        {summary.can.edit && summary.note === null && !summary.is_writing && (
          <Button variant="default" size="compact-sm" onClick={onGenerate}>
            {t('retry')}
          </Button>
        )}
      </div>
    )
  if (items.length > 0) return null
  return <p className={styles.quiet}>{status === 'none' ? t('notWritten') : t(`empty.${part.part}`)}</p>
}

/** One part of the summary: its items, its state, and what can be done with it. */
export function SummaryPartView({ summary, part, document, onGenerate }: Props) {
  const { t } = useTranslation('summary')
  const { file } = useOpenFile()
  const [isEditing, setIsEditing] = useState(() => draftOf(file.id, part.part) !== null)
  const { status, items, edited_by: editedBy, edited_at: editedAt } = part
  const isWriting = status === 'writing'
  const canGenerate = summary.can.edit && summary.note === null && !summary.is_writing
  const name = t(`parts.${part.part}`)
  const titleId = `summary-${part.part}`
  const canAdd = part.part !== 'sections'
  return (
    <section className={styles.part} aria-labelledby={titleId} aria-busy={isWriting}>
      <header className={styles.partHead}>
        <h3 id={titleId} className={styles.partTitle}>
          {name}
        </h3>
        {isWriting && (
          <span className={styles.writing}>
            <Loader size={14} aria-hidden />
            {t('writing')}
          </span>
        )}
        {part.is_outdated && !isWriting && <span className={styles.outdatedLabel}>{t('outdated')}</span>}
        <span className={styles.actions}>
          {part.part === 'sections' && !isEditing && (
            <AcceptAll
              blocks={document.blocks}
              suggestions={items.flatMap(({ text, block_uuid: uuid }) => (uuid === null ? [] : [{ uuid, name: text }]))}
            />
          )}
          {part.part === 'to_dos' && items.length > 0 && !isEditing && <CopyToDos items={items} />}
          {summary.can.edit && !isWriting && !isEditing && (canAdd || items.length > 0) && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('editPart', { name })}
              title={t('editPart', { name })}
              onClick={() => setIsEditing(true)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
          {canGenerate && !isEditing && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('writePart', { name })}
              title={t('writePart', { name })}
              onClick={onGenerate}
            >
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      </header>
      {isEditing ? (
        <PartEditor part={part} onClose={() => setIsEditing(false)} />
      ) : (
        <>
          <PartState summary={summary} part={part} onGenerate={onGenerate} />
          {items.length > 0 && (
            <div className={styles.content} data-dimmed={isWriting || undefined}>
              <SummaryItems part={part} document={document} />
            </div>
          )}
          {editedAt !== null && !isWriting && (
            <p className={styles.quiet}>
              {t('editedBy', { name: editedBy?.name ?? t('somebody'), date: formatDate(editedAt) })}
            </p>
          )}
        </>
      )}
    </section>
  )
}
