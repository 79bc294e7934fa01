import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Button, Group, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../platform/dates.ts'
import { useDocumentKey } from '../../platform/use-document-key.ts'
import { closesOnEscape } from '../../ui/closes-on-escape.ts'
import type { RecordingSession } from '../types.ts'
import styles from './Recording.module.css'

const FIELDS = 'input, textarea, select, [contenteditable="true"]'

/** The key M outside of text fields and dialogs. */
function isMarkerKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (event.target instanceof Element && event.target.closest(FIELDS)) return false
  return !event.repeat && !document.querySelector('[aria-modal="true"]')
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus()
}

/** Marks a second of the recording. The second is that of the press; the note follows. */
export function MarkerForm({ session }: { session: RecordingSession }) {
  const { t } = useTranslation('recording')
  const common = useTranslation().t
  const [at, setAt] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const begin = (): void => {
    setAt(session.get().seconds)
    setNote('')
  }
  const end = (): void => setAt(null)
  useDocumentKey((event) => {
    if (!isMarkerKey(event)) return
    event.preventDefault()
    begin()
  })
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (at !== null) session.mark(note.trim(), at)
    end()
  }
  if (at === null)
    return (
      <div>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden="true" />}
          aria-keyshortcuts="M"
          onClick={begin}
        >
          {t('addMarker')}
        </Button>
        <p className={styles.hint}>
          <span className={styles.keyHint}>{t('markerKey')}</span>
          {t('markerHint')}
        </p>
      </div>
    )
  return (
    <form onSubmit={handleSubmit}>
      <TextInput
        ref={focusField}
        label={t('markerAt', { time: formatClock(at) })}
        value={note}
        maxLength={LIMITS.recordingNoteLength}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={closesOnEscape(end)}
      />
      <Group gap="xs" mt="xs">
        <Button type="submit">{t('addMarker')}</Button>
        <Button variant="default" onClick={end}>
          {common('cancel')}
        </Button>
      </Group>
    </form>
  )
}
