import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../platform/dates.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FolderField, useFolders } from './FolderField.tsx'
import { LanguageField } from './LanguageField.tsx'

interface Props {
  details: RecordingDetails
  seconds: number
  isBusy?: boolean
  /** Null: the recording has ended and cannot go on. */
  onContinue: (() => void) | null
  onSave: (details: RecordingDetails) => void
  onDiscard: () => void
}

/** Details with which a recording is saved: title, folder, language and number of speakers. */
export function FinishForm({ details, seconds, isBusy = false, onContinue, onSave, onDiscard }: Props) {
  const { t } = useTranslation('recording')
  const common = useTranslation().t
  // What was not changed here follows the recording.
  const [changed, setChanged] = useState<Partial<RecordingDetails>>({})
  const [isDiscarding, setIsDiscarding] = useState(false)
  const chosen = { ...details, ...changed }
  const { title, folderId, language, numSpeaker } = chosen
  const hasFolder = useFolders().some(({ id }) => id === folderId)
  const [hasTitle, setHasTitle] = useState(true)
  const change = (next: Partial<RecordingDetails>): void => setChanged((known) => ({ ...known, ...next }))
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    setHasTitle(title.trim() !== '')
    if (title.trim() !== '' && hasFolder) onSave({ ...chosen, title: title.trim() })
  }
  const isEmpty = seconds === 0
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="sm">
        <Text size="sm">{isEmpty ? t('emptyText') : t('finish.length', { time: formatClock(seconds) })}</Text>
        {!isEmpty && (
          <>
            <TextInput
              data-autofocus
              label={t('finish.name')}
              value={title}
              maxLength={LIMITS.nameLength}
              error={hasTitle ? null : common('required', { label: t('finish.name') })}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <FolderField value={folderId} onChange={(id) => change({ folderId: id })} />
            <LanguageField value={language} onChange={(next) => change({ language: next })} />
            <NativeSelect
              label={t('finish.speakers')}
              value={String(numSpeaker)}
              onChange={(event) => change({ numSpeaker: Number(event.currentTarget.value) })}
              data={Array.from({ length: LIMITS.speakersPerFile + 1 }, (_, count) => ({
                value: String(count),
                label: count === 0 ? t('finish.automatic') : t('finish.persons', { count }),
              }))}
            />
          </>
        )}
        <Group justify="space-between" mt="xs" wrap="wrap-reverse">
          <Button variant="subtle" color="red" disabled={isBusy} onClick={() => setIsDiscarding(true)}>
            {t('finish.discard')}
          </Button>
          <Group gap="xs">
            {onContinue && (
              <Button variant="default" onClick={onContinue}>
                {t('finish.continue')}
              </Button>
            )}
            {!isEmpty && (
              <Button type="submit" loading={isBusy}>
                {t('finish.save')}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isDiscarding}
        title={t('discardTitle')}
        text={t('discardText', { name: details.title, time: formatClock(seconds) })}
        confirmLabel={t('discard')}
        danger
        onConfirm={onDiscard}
        onClose={() => setIsDiscarding(false)}
      />
    </form>
  )
}
