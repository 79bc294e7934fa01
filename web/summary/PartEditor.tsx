import type { SummaryPart } from '@kaiwa/contract/summaries.ts'
import { VERSION_REASON } from '@kaiwa/contract/summary-words.ts'
import { PROCESSING_REASON } from '@kaiwa/contract/chat-words.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { draftOf, keepDraft } from './drafts.ts'
import {
  addItem,
  changeItem,
  type Draft,
  lacksText,
  moveItem,
  rebaseDraft,
  removeItem,
  toDraft,
  toEditedItems,
} from './edit-items.ts'
import { EditedItemRow } from './EditedItemRow.tsx'
import styles from './Summary.module.css'
import { useSummaryChanges } from './use-summary-changes.ts'

interface Props {
  part: SummaryPart
  onClose: () => void
}

/** The items of a part as fields. What was typed is kept while another tab is shown, and when it cannot be saved. */
export function PartEditor({ part, onClose }: Props) {
  const { t } = useTranslation('summary')
  const { t: common } = useTranslation()
  const { file } = useOpenFile()
  const { edit, refresh } = useSummaryChanges()
  const [draft, setDraft] = useState<Draft>(() => draftOf(file.id, part.part) ?? toDraft(part))
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const change = (next: Draft) => {
    keepDraft(file.id, part.part, next)
    setDraft(next)
  }
  const close = () => {
    keepDraft(file.id, part.part, null)
    onClose()
  }
  /** Rebases the draft on the newest version of the part. The next save replaces the changes of the other person. */
  const rebase = async () => {
    const latest = (await refresh()).parts.find((one) => one.part === part.part)
    if (latest) change(rebaseDraft(draft, latest))
  }
  const handleSave = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    // Fields that are disabled lose the focus.
    const focused = document.activeElement
    setIsSending(true)
    setProblem(null)
    try {
      await edit(part.part, draft.version, toEditedItems(draft))
      close()
      return
    } catch (error) {
      const reason = error instanceof ApiError && error.code === 'E_CONFLICT' ? error.body['reason'] : null
      if (reason === VERSION_REASON) {
        setProblem(t(part.part === 'sections' ? 'conflictSections' : 'conflict'))
        await rebase().catch(() => undefined)
      } else setProblem(reason === PROCESSING_REASON ? t('conflictWriting') : errorText(error))
    }
    setIsSending(false)
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }
  const handleAdd = () => {
    change(addItem(draft))
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus())
  }
  const isIncomplete = draft.items.some(lacksText)
  return (
    <form onSubmit={(event) => void handleSave(event)} noValidate>
      {/* What is typed while the part is being saved would be lost. */}
      <fieldset className={styles.formFields} disabled={isSending}>
        <ol className={styles.rows} ref={list}>
          {draft.items.map((item, index) => (
            <EditedItemRow
              key={item.key}
              item={item}
              part={part.part}
              number={index + 1}
              isLast={index === draft.items.length - 1}
              onChange={(next) => change(changeItem(draft, item.key, next))}
              onMove={(by) => change(moveItem(draft, item.key, by))}
              onRemove={() => change(removeItem(draft, item.key))}
            />
          ))}
        </ol>
        {draft.items.length === 0 && <p className={styles.quiet}>{t('nothingLeft')}</p>}
        {problem !== null && (
          <p className={styles.failed} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.formButtons}>
          {part.part !== 'sections' && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={draft.items.length >= LIMITS.itemsPerSummaryPart}
              onClick={handleAdd}
            >
              {t('addItem')}
            </Button>
          )}
          <span className={styles.actions}>
            <Button variant="default" size="compact-md" onClick={close}>
              {common('cancel')}
            </Button>
            <Button type="submit" size="compact-md" loading={isSending} disabled={isIncomplete}>
              {common('save')}
            </Button>
          </span>
        </div>
      </fieldset>
    </form>
  )
}
