import { Button, Stack, Text } from '@mantine/core'
import { IconDownload, IconExternalLink, IconMicrophone } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { appLink, installApp } from '../../platform/installed-app.ts'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  /** The address of the recording screen. */
  path: string
  onClose: () => void
}

/** Offers to install or open the app (APP-09), or to record in this browser. */
export function RecordDialog({ path, onClose }: Props) {
  const { t } = useTranslation('recording')
  const common = useTranslation().t
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof installApp>> | null>(null)
  const record = (): void => {
    onClose()
    void navigate(path)
  }
  return (
    <Dialog opened title={t('install.title')} onClose={onClose}>
      <Stack gap="sm">
        <Text>{t('install.text')}</Text>
        <div role="status">{outcome !== null && <Text size="sm">{t(`install.${outcome}`)}</Text>}</div>
        <Button
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          data-autofocus
          onClick={() => void installApp().then(setOutcome)}
        >
          {t('install.download')}
        </Button>
        <Button
          component="a"
          href={appLink(path)}
          variant="light"
          leftSection={<IconExternalLink size={16} aria-hidden="true" />}
        >
          {t('install.open')}
        </Button>
        <Button variant="light" leftSection={<IconMicrophone size={16} aria-hidden="true" />} onClick={record}>
          {t('install.inBrowser')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
      </Stack>
    </Dialog>
  )
}
