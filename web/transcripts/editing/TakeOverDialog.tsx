import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useOpenFile } from '../open-file.ts'

/** The same user edits in another tab or on another device: asks whether to take over, which ends edit mode there. */
export function TakeOverDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('editing')
  const { control } = useOpenFile()
  const [isBusy, setIsBusy] = useState(false)
  const handleConfirm = async () => {
    setIsBusy(true)
    await control.start({ takeOver: true })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('elsewhereTitle')}
      text={t('elsewhereText')}
      confirmLabel={t('editHere')}
      isBusy={isBusy}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    />
  )
}
