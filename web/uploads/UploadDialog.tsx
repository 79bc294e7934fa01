import { Button, CloseButton, Group, NativeSelect, Text } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ApiError } from '../platform/api-error.ts'
import { clientConfigQuery } from '../platform/client-config.ts'
import { errorText } from '../platform/error-text.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { installationQuery } from '../platform/installation-query.ts'
import { lacksEngine, preselectedLanguage, spokenLanguages } from '../platform/spoken-languages.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatSize, toMb } from '../platform/format-size.ts'
import { type Candidate, candidateProblem, type CandidateProblem, refusalText, refusedCandidates } from './candidate.ts'
import { rememberFolder } from './last-folders.ts'
import { startUploads } from './start-uploads.ts'
import styles from './UploadDialog.module.css'

const ACCEPT = LIMITS.uploadExtensions.map((extension) => `.${extension}`).join(',')

interface PickerProps {
  isSingle?: boolean
  onFiles: (files: readonly File[]) => void
  children: (open: () => void) => ReactNode
}

/** Opens the file chooser of the browser for recordings. `children` renders the button that opens it. */
export function FilePicker({ isSingle = false, onFiles, children }: PickerProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  return (
    <>
      {children(() => input?.click())}
      <input
        ref={setInput}
        type="file"
        hidden
        accept={ACCEPT}
        multiple={!isSingle}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Choosing the same file again must fire a change event.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

interface RowProps {
  candidate: Candidate
  problem: CandidateProblem | null
  isDisabled: boolean
  onChange: (candidate: Candidate) => void
  onRemove: () => void
}

/** One chosen file: number of speakers (Automatic, 1 to 5), spoken language, and why it cannot be uploaded. */
function CandidateRow({ candidate, problem, isDisabled, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('uploads')
  const { data: config } = useQuery(clientConfigQuery)
  const { data: installation } = useQuery(installationQuery)
  const { file, speakers } = candidate
  const language = candidate.language ?? preselectedLanguage(installation, currentLanguage())
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <div className={styles.name} title={file.name}>
          {file.name}
        </div>
        <div className={styles.size}>{formatSize(toMb(file.size))}</div>
      </div>
      <NativeSelect
        className={styles.choice ?? ''}
        aria-label={t('speakersOf', { name: file.name })}
        disabled={isDisabled}
        value={speakers}
        onChange={(event) => onChange({ ...candidate, speakers: Number(event.currentTarget.value) })}
        data={Array.from({ length: LIMITS.speakersPerFile + 1 }, (_, count) => ({
          value: String(count),
          label: t('speakers', { value: count === 0 ? t('automatic') : t('persons', { count }) }),
        }))}
      />
      <NativeSelect
        className={styles.choice ?? ''}
        aria-label={t('languageOf', { name: file.name })}
        disabled={isDisabled}
        value={language}
        onChange={(event) => onChange({ ...candidate, language: event.currentTarget.value as SpokenLanguage })}
        data={spokenLanguages(installation).map((value) => ({
          value,
          label: t('language', { value: t(`languages.${value}`) }),
        }))}
      />
      <CloseButton
        className={styles.remove ?? ''}
        aria-label={t('remove', { name: file.name })}
        disabled={isDisabled}
        onClick={onRemove}
      />
      {lacksEngine(installation, language) && <div className={styles.missing}>{t('notTranscribed')}</div>}
      {problem && (
        <div className={styles.problem} role="alert">
          {t(`problems.${problem}`, {
            max: formatSize(config?.max_file_mb ?? 0),
            minutes: config?.max_file_minutes ?? 0,
          })}
        </div>
      )}
    </li>
  )
}

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
  return files.map((file) => ({ uuid: crypto.randomUUID(), file, speakers: 0, language: null }))
}

/** Dialog with the chosen files before the upload: speakers, language and problems of each. */
export function UploadDialog({ folder, files, onClose }: Props) {
  const { t } = useTranslation('uploads')
  const common = useTranslation().t
  const { data: config } = useQuery(clientConfigQuery)
  const { data: installation, isPending } = useQuery(installationQuery)
  const client = useQueryClient()
  const [candidates, setCandidates] = useState<readonly Candidate[]>(() => toCandidates(files))
  const [refused, setRefused] = useState<Readonly<Record<string, CandidateProblem>>>({})
  const [isSending, setIsSending] = useState(false)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const maxMb = config?.max_file_mb ?? null
  const problemOf = ({ uuid, file }: Candidate): CandidateProblem | null =>
    candidateProblem(file, maxMb) ?? refused[uuid] ?? null
  // The preselected language is known only with the installation.
  const canStart = !isPending && candidates.length > 0 && candidates.every((candidate) => problemOf(candidate) === null)

  const preselected = preselectedLanguage(installation, currentLanguage())
  // Once per language, however many files have it.
  const missing = [...new Set(candidates.map(({ language }) => language ?? preselected))].filter((language) =>
    lacksEngine(installation, language),
  )

  const handleFailure = (error: unknown): void => {
    if (asking.current?.signal.aborted) return
    const byIndex = error instanceof ApiError ? refusedCandidates(error.fields) : new Map<number, CandidateProblem>()
    setRefused(
      Object.fromEntries([...byIndex].map(([index, problem]) => [candidates[index]?.uuid ?? '', problem] as const)),
    )
    if (byIndex.size > 0) return
    const own = error instanceof ApiError ? refusalText(error) : null
    toast.error(own ? t(own) : errorText(error))
  }

  const start = async (): Promise<void> => {
    asking.current = new AbortController()
    setIsSending(true)
    try {
      const chosen = candidates.map((one) => ({ ...one, language: one.language ?? preselected }))
      const projectId = typeof folder === 'number' ? folder : await folder.open()
      await startUploads(projectId, chosen, asking.current.signal)
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
      <ul className={styles.list}>
        {candidates.map((candidate) => (
          <CandidateRow
            key={candidate.uuid}
            candidate={candidate}
            problem={problemOf(candidate)}
            isDisabled={isSending}
            onChange={(changed) =>
              setCandidates((all) => all.map((one) => (one.uuid === changed.uuid ? changed : one)))
            }
            onRemove={() => setCandidates((all) => all.filter(({ uuid }) => uuid !== candidate.uuid))}
          />
        ))}
      </ul>
      <div className={styles.missing} role="status">
        {missing.map((language) => (
          <p key={language}>{t('noEngine', { language: t(`languages.${language}`) })}</p>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt="sm">
        {t('accepted')}
      </Text>
      <Group justify="space-between" mt="lg">
        <FilePicker onFiles={(more) => setCandidates((all) => [...all, ...toCandidates(more)])}>
          {(open) => (
            <Button variant="subtle" leftSection={<IconFilePlus size={16} aria-hidden="true" />} onClick={open}>
              {t('chooseMore')}
            </Button>
          )}
        </FilePicker>
        <Group>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={!canStart} loading={isSending} onClick={() => void start()} data-autofocus>
            {t('start', { count: candidates.length })}
          </Button>
        </Group>
      </Group>
    </Dialog>
  )
}
