import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { cancelSending } from './send-file.ts'

interface Props {
  uploadId: number
  name: string
  onClose: () => void
}

/** Asks before an upload is cancelled (UP-14). */
export function CancelUploadDialog({ uploadId, name, onClose }: Props) {
  const { t } = useTranslation('uploads')
  const [isCancelling, setIsCancelling] = useState(false)
  const cancel = async (): Promise<void> => {
    setIsCancelling(true)
    try {
      await cancelSending(uploadId)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog
      opened
      title={t('cancelTitle')}
      text={t('cancelText', { name })}
      confirmLabel={t('cancel')}
      danger
      isBusy={isCancelling}
      onConfirm={() => void cancel()}
      onClose={onClose}
    />
  )
}
