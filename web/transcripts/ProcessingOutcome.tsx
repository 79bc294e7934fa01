import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NO_AUDIO_HELP_URL, SUPPORT_URL } from '../ui/links.ts'
import { fileState } from '../files/file-state.ts'
import type { FileAction } from '../files/file-state.ts'
import { filePage } from './file-page.ts'
import styles from './FilePage.module.css'
import { LanguageChip } from '../files/LanguageChip.tsx'
import { useNoteText } from '../files/note-text.ts'
import { useRetryFile } from './queries.ts'
import type { FileDetail } from './queries.ts'

const ADDRESSES: Partial<Record<FileAction, string>> = { manual: NO_AUDIO_HELP_URL, support: SUPPORT_URL }

/** Buttons for the actions that the reader can take, such as resuming the analysis. */
function FileActionButtons({ file, actions }: { file: FileDetail; actions: readonly FileAction[] }) {
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
      {file.can.change_language && <LanguageChip file={file} />}
      {filePage.recoveryActions.list().map(({ id, Action }) => (
        <Action key={id} file={file} />
      ))}
    </Group>
  )
}

/**
 * Shows why processing failed or was cancelled, with the possible actions. `compact` renders a banner above the transcript
 * of a file that has blocks.
 */
export function ProcessingOutcome({ file, compact = false }: { file: FileDetail; compact?: boolean }) {
  const { t } = useTranslation('transcripts')
  const { t: workspace } = useTranslation('workspace')
  const sentence = useNoteText(file)
  const { label, actions } = fileState(file, false)
  const title = workspace(`status.${label}`, { defaultValue: '' })
  const help = (file.note && sentence) ?? t(`help.${label}`, { defaultValue: t('help.failed') })
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
