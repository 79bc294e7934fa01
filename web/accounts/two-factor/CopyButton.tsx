import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toast } from '../../platform/toasts.ts'

/** Without clipboard access (insecure pages), the text can still be selected by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('twoFactor')
  const { t: common } = useTranslation()
  const handleCopy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t('copied'))
    } catch {
      toast.error(common('failed'))
    }
  }
  return (
    <Button variant="default" onClick={() => void handleCopy()}>
      {label}
    </Button>
  )
}
