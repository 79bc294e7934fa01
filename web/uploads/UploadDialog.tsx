import { Button, Group, Text } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { CandidateRow, LeftOutRow } from './CandidateRow.tsx'
import { type CandidateProblem, commonValue, refusalText, refusedCandidates } from './candidate.ts'
import { LanguageChoice, SpeakersChoice } from './Choices.tsx'
import { FilePicker } from './FilePicker.tsx'
import { rememberFolder } from './last-folders.ts'
import { startUploads } from './start-uploads.ts'
import styles from './UploadDialog.module.css'
import { useCandidates } from './use-candidates.ts'

/** A folder that is chosen in the dialog. */
export interface FolderChoice {
  field: ReactNode
  /** Returns the id of the chosen folder, and creates it if necessary. */
  open: () => Promise<number>
}

interface Props {
  /** The id of the folder, or the choice of one. */
  folder: number | FolderChoice
  files: readonly File[]
  onClose: () => void
}

/**
 * Dialog with the chosen files before the upload. Speakers and language are set for each file or for all files. Files
 * that cannot be uploaded are excluded with the reason; the others are uploaded.
 */
export function UploadDialog({ folder, files, onClose }: Props) {
  const { t } = useTranslation('uploads')
  const common = useTranslation().t
  const client = useQueryClient()
  const { ready, leftOut, durationOf, canStart, add, remove, changeAll, changeOne, refuse } = useCandidates(files)
  const [isSending, setIsSending] = useState(false)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  // Once per language, however many files have it.
  const missing = new Set(ready.filter((one) => one.isMissingEngine).map(({ language }) => language))

  const handleFailure = (error: unknown): void => {
    if (asking.current?.signal.aborted) return
    const problems = error instanceof ApiError ? refusedCandidates(error.fields) : new Map<number, CandidateProblem>()
    refuse(problems)
    if (problems.size > 0) return
    const own = error instanceof ApiError ? refusalText(error) : null
    toast.error(own ? t(own) : errorText(error))
  }

  const start = async (): Promise<void> => {
    asking.current = new AbortController()
    setIsSending(true)
    try {
      const projectId = typeof folder === 'number' ? folder : await folder.open()
      await startUploads(projectId, ready, asking.current.signal)
      rememberFolder(projectId)
      void client.invalidateQueries({ queryKey: ['home'] })
      onClose()
    } catch (error) {
      handleFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('dialogTitle')} size="lg">
      {typeof folder !== 'number' && folder.field}
      {ready.length > 1 && (
        <div className={styles.row} data-all role="group" aria-label={t('allFiles', { count: ready.length })}>
          <div className={styles.all}>{t('allFiles', { count: ready.length })}</div>
          <SpeakersChoice
            label={t('speakersOfAll')}
            value={commonValue(ready, 'speakers')}
            isDisabled={isSending}
            onChange={(speakers) => changeAll({ speakers })}
          />
          <LanguageChoice
            label={t('languageOfAll')}
            value={commonValue(ready, 'language')}
            isDisabled={isSending}
            onChange={(language) => changeAll({ language })}
          />
        </div>
      )}
      <ul className={styles.list}>
        {ready.map((candidate) => (
          <CandidateRow
            key={candidate.uuid}
            candidate={candidate}
            duration={durationOf(candidate)}
            isDisabled={isSending}
            isMissing={candidate.isMissingEngine}
            onChange={(change) => changeOne(candidate.uuid, change)}
            onRemove={() => remove(candidate.uuid)}
          />
        ))}
      </ul>
      <div role="alert">
        {leftOut.length > 0 && (
          <>
            <p className={styles.leftOut}>{t('leftOut', { count: leftOut.length })}</p>
            <ul className={styles.list}>
              {leftOut.map(({ candidate, problem }) => (
                <LeftOutRow
                  key={candidate.uuid}
                  candidate={candidate}
                  problem={problem}
                  duration={durationOf(candidate)}
                  onRemove={() => remove(candidate.uuid)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.missing} role="status">
        {[...missing].map((language) => (
          <p key={language}>{t('noEngine', { language: t(`languages.${language}`) })}</p>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt="sm">
        {t('accepted')}
      </Text>
      <Group justify="space-between" className={styles.footer}>
        <FilePicker onFiles={add}>
          {(open) => (
            <Button
              variant="subtle"
              leftSection={<IconFilePlus size={16} aria-hidden="true" />}
              disabled={isSending}
              onClick={open}
            >
              {t('chooseMore')}
            </Button>
          )}
        </FilePicker>
        <Group>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={!canStart} loading={isSending} onClick={() => void start()} data-autofocus>
            {t('start', { count: ready.length })}
          </Button>
        </Group>
      </Group>
    </Dialog>
  )
}
