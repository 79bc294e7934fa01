import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './DownloadButtons.module.css'

interface Props {
  isSending: boolean
  disabled: boolean
  onDownload: () => Promise<void>
  onClose: () => void
}

/** The last row of a dialog that downloads a file. */
export function DownloadButtons({ isSending, disabled, onDownload, onClose }: Props) {
  const { t } = useTranslation('exchange')
  const { t: common } = useTranslation()
  return (
    <Group justify="flex-end" className={styles.buttons ?? ''}>
      <Button variant="default" onClick={onClose}>
        {common('cancel')}
      </Button>
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isSending}
        disabled={disabled}
        onClick={() => void onDownload()}
      >
        {t('download')}
      </Button>
    </Group>
  )
}
