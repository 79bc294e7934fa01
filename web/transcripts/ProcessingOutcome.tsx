import type { FileNote } from '@kaiwa/contract/files.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NO_AUDIO_HELP_URL, SUPPORT_URL } from '../ui/links.ts'
import { fileState, hasStopped } from '../files/file-state.ts'
import type { FileAction } from '../files/file-state.ts'
import { filePage } from './file-page.ts'
import styles from './FilePage.module.css'
import { useRetryFile } from './queries.ts'
import type { FileDetail } from './queries.ts'

const LANGUAGES = ['auto', 'ja', 'en'] as const
const isLanguage = (value: string | undefined): value is (typeof LANGUAGES)[number] =>
  LANGUAGES.some((known) => known === value)

/** Text of a note in the language of the reader; null without a note. */
function useSentence(note: FileNote | null): string | null {
  const { t } = useTranslation('workspace')
  if (!note) return null
  const { language } = note.values
  const values = isLanguage(language) ? { ...note.values, language: t(`languages.${language}`) } : note.values
  return t(`notes.${note.key}`, { ...values, defaultValue: '' }) || null
}

const ADDRESSES: Partial<Record<FileAction, string>> = { manual: NO_AUDIO_HELP_URL, support: SUPPORT_URL }

/** Buttons for the actions that the reader can take, such as resuming the analysis. */
const FileActionButtons = ({ file, actions }: { file: FileDetail; actions: readonly FileAction[] }) => {
  const { t } = useTranslation('workspace')
  const retry = useRetryFile(file.id)
  return (
    <Group gap="xs" justify="center">
      {actions.map((action) => {
        if (action === 'resumeAnalysis' || action === 'startAnalysis') {
          return (
            <Button key={action} size="xs" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
              {t(action)}
            </Button>
          )
        }
        const address = ADDRESSES[action]
        if (address !== undefined) {
          return (
            <Button key={action} size="xs" variant="default" component="a" href={address}>
              {t(action)}
            </Button>
          )
        }
        if (action !== 'uploadAgain') return null
        return (
          <Button key={action} size="xs" component={Link} to={`/projects/${file.project_id}`}>
            {t(action)}
          </Button>
        )
      })}
      {filePage.recoveryActions.list().map(({ id, Action }) => (
        <Action key={id} file={file} />
      ))}
    </Group>
  )
}

/**
 * Shows why processing failed or was cancelled, with the possible actions, or the note of a processed file. `compact`
 * renders a banner above the transcript of a file that has blocks.
 */
export const ProcessingOutcome = ({ file, compact = false }: { file: FileDetail; compact?: boolean }) => {
  const { t } = useTranslation('transcripts')
  const { t: workspace } = useTranslation('workspace')
  const sentence = useSentence(file.note)
  const { label, actions } = fileState(file, false)
  if (!hasStopped(file.status)) {
    return sentence === null ? null : (
      <Alert className={styles.note} color="gray" variant="light">
        {sentence}
      </Alert>
    )
  }
  const title = workspace(`status.${label}`, { defaultValue: '' })
  const help = sentence ?? t(`help.${label}`, { defaultValue: t('help.failed') })
  if (!compact) {
    return (
      <div className={styles.outcome} role="alert">
        <EmptyState title={title} text={help}>
          <FileActionButtons file={file} actions={actions} />
        </EmptyState>
      </div>
    )
  }
  return (
    <Alert className={styles.note} color="red" variant="light" title={title}>
      <Group justify="space-between">
        <Text size="sm">{help}</Text>
        <FileActionButtons file={file} actions={actions} />
      </Group>
    </Alert>
  )
}
