import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../platform/api-error.ts'
import { clientConfigQuery } from '../platform/client-config.ts'
import { errorText } from '../platform/error-text.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { installationQuery } from '../platform/installation-query.ts'
import { lacksEngine, preselectedLanguage } from '../platform/spoken-languages.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { CandidateRow, LeftOutRow } from './CandidateRow.tsx'
import {
  type Candidate,
  candidateProblem,
  type CandidateProblem,
  commonValue,
  refusalText,
  refusedCandidates,
  sortOut,
} from './candidate.ts'
import { LanguageChoice, SpeakersChoice } from './Choices.tsx'
import { FilePicker } from './FilePicker.tsx'
import { rememberFolder } from './last-folders.ts'
import { startUploads } from './start-uploads.ts'
import styles from './UploadDialog.module.css'
import { useDurations } from './use-durations.ts'

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

function toCandidates(files: readonly File[]): Candidate[] {
  return files.map((file) => ({ uuid: createUuid(), file, speakers: 0, language: null }))
}

/**
 * Dialog with the chosen files before the upload. Speakers and language are set for each file or for all files. Files
 * that cannot be uploaded are excluded with the reason; the others are uploaded.
 */
export function UploadDialog({ folder, files, onClose }: Props) {
  const { t } = useTranslation('uploads')
  const common = useTranslation().t
  const { data: config } = useQuery(clientConfigQuery)
  const { data: installation, isPending } = useQuery(installationQuery)
  const client = useQueryClient()
  const [candidates, setCandidates] = useState<readonly Candidate[]>(() => toCandidates(files))
  const [refused, setRefused] = useState<Readonly<Record<string, CandidateProblem>>>({})
  const [isSending, setIsSending] = useState(false)
  const durations = useDurations(candidates)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const preselected = preselectedLanguage(installation, currentLanguage())
  const limits = { mb: config?.max_file_mb ?? null, minutes: config?.max_file_minutes ?? null }
  const { accepted, leftOut } = sortOut(
    candidates,
    ({ uuid, file }) => candidateProblem(file, limits, durations.get(uuid)) ?? refused[uuid] ?? null,
  )
  const ready = accepted.map((one) => ({ ...one, language: one.language ?? preselected }))
  // The preselected language is known only with the installation.
  const canStart = !isPending && ready.length > 0
  // Once per language, however many files have it.
  const missing = [...new Set(ready.map(({ language }) => language))].filter((language) =>
    lacksEngine(installation, language),
  )

  const changeAll = (change: Partial<Candidate>): void =>
    setCandidates((all) => all.map((one) => ({ ...one, ...change })))
  const changeOne = (uuid: string, change: Partial<Candidate>): void =>
    setCandidates((all) => all.map((one) => (one.uuid === uuid ? { ...one, ...change } : one)))
  const remove = (uuid: string): void => setCandidates((all) => all.filter((one) => one.uuid !== uuid))

  const handleFailure = (error: unknown): void => {
    if (asking.current?.signal.aborted) return
    const byIndex = error instanceof ApiError ? refusedCandidates(error.fields) : new Map<number, CandidateProblem>()
    const found = [...byIndex].map(([index, problem]) => [ready[index]?.uuid ?? '', problem] as const)
    setRefused((known) => ({ ...known, ...Object.fromEntries(found) }))
    if (byIndex.size > 0) return
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
            duration={durations.get(candidate.uuid) ?? 0}
            isDisabled={isSending}
            isMissing={lacksEngine(installation, candidate.language)}
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
                  duration={durations.get(candidate.uuid) ?? 0}
                  onRemove={() => remove(candidate.uuid)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.missing} role="status">
        {missing.map((language) => (
          <p key={language}>{t('noEngine', { language: t(`languages.${language}`) })}</p>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt="sm">
        {t('accepted')}
      </Text>
      <Group justify="space-between" className={styles.footer}>
        <FilePicker onFiles={(more) => setCandidates((all) => [...all, ...toCandidates(more)])}>
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
