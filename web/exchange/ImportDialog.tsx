import { Alert, Button, Checkbox, Group, Loader, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import type { FileDetail } from '../transcripts/queries.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './ImportDialog.module.css'
import { ImportFacts } from './ImportFacts.tsx'
import { TranscriptPicker } from './TranscriptPicker.tsx'
import { useImport } from './use-import.ts'
import { locationOf } from './import-refusal.ts'

const SHOWN_PROBLEMS = 5

/** Why a file cannot be imported: location and text of each problem. */
function ImportProblems({ name, problems }: { name: string; problems: readonly ImportProblem[] }) {
  const { t } = useTranslation('exchange')
  const where = (problem: ImportProblem): string => {
    const location = locationOf(problem)
    if (!location) return ''
    if ('line' in location) return t('inLine', location)
    return 'number' in location ? t('inCue', location) : t('inPlace', location)
  }
  return (
    <Alert className={styles.problem} color="red" variant="light" role="alert" title={t('refused', { name })}>
      <ul className={styles.notes}>
        {problems.slice(0, SHOWN_PROBLEMS).map((problem, index) => (
          <li key={index}>
            {where(problem)}
            {t(`faults.${problem.fault}`, { found: problem.found ?? '' })}
          </li>
        ))}
        {problems.length > SHOWN_PROBLEMS && <li>{t('moreProblems', { count: problems.length - SHOWN_PROBLEMS })}</li>}
      </ul>
    </Alert>
  )
}

/** Dialog to choose a file, review its effect on the transcript, and import it. */
export function ImportDialog({ file, onClose }: { file: FileDetail; onClose: () => void }) {
  const { t } = useTranslation('exchange')
  const { t: common } = useTranslation()
  const { checked, busy, names, choose, readNames, importFile } = useImport(file.id, onClose)
  const summary = checked?.summary
  const refusal = checked?.refusal
  const isEditing = refusal?.kind === 'editing'
  const confirm = isEditing ? t('importAnyway') : summary && summary.replaces > 0 ? t('replace') : t('import')

  return (
    <Dialog opened onClose={onClose} title={t('importTitle')} size="lg">
      <Stack gap="md">
        <Text size="sm">{t('importAbout')}</Text>
        <TranscriptPicker chosen={checked?.file ?? null} onChoose={choose} />
        {busy === 'checking' && (
          <Group gap="xs" role="status">
            <Loader size="xs" />
            <Text size="sm">{t('checking')}</Text>
          </Group>
        )}
        {refusal?.kind === 'problems' && checked && (
          <ImportProblems name={checked.file.name} problems={refusal.problems} />
        )}
        {(refusal?.kind === 'editing' || refusal?.kind === 'changed' || refusal?.kind === 'state') && (
          <Alert className={styles.warning} color="yellow" variant="light" role="alert">
            {t(refusal.kind === 'editing' ? 'editing' : refusal.kind === 'changed' ? 'changedMeanwhile' : 'notNow')}
          </Alert>
        )}
        {checked && (summary?.format ?? 'srt') !== 'json' && (
          <Checkbox
            label={t('names')}
            checked={names}
            disabled={busy !== null}
            onChange={(event) => readNames(event.currentTarget.checked)}
          />
        )}
        {summary && <ImportFacts summary={summary} />}
        {summary && summary.replaces > 0 && (
          <Alert className={styles.warning} color="yellow" variant="light">
            {t('replaces', { count: summary.replaces })}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            disabled={!summary || busy === 'checking' || refusal?.kind === 'state'}
            loading={busy === 'importing'}
            onClick={() => void importFile(isEditing)}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
