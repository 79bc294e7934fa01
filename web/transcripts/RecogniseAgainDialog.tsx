import { useTranslation } from 'react-i18next'
import { useRetryFile } from '../files/use-file-changes.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useOpenFile } from './open-file.ts'

/** Asks before the passages that were not recognised are recognised again, because the transcript is then created again. */
export function RecogniseAgainDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('editing')
  const label = useTranslation('transcripts').t('recogniseAgain')
  const { file } = useOpenFile()
  const retry = useRetryFile(file)
  return (
    <ConfirmDialog
      opened
      title={t('recogniseAgainTitle')}
      text={t('recogniseAgainText')}
      confirmLabel={label}
      isBusy={retry.isPending}
      onConfirm={() => retry.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
