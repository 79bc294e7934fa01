import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Dialog } from '../ui/Dialog.tsx'

/** Shown when an invitation cannot be accepted: no seat is left, or the user has another workspace (NOTI-10). */
export function NoAccessDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const common = useTranslation().t
  return (
    <Dialog opened title={t('noAccessTitle')} onClose={onClose}>
      <Text mb="lg">{t('noAccessText')}</Text>
      <Group justify="flex-end">
        <Button component={Link} to="/projects" onClick={onClose} data-autofocus>
          {common('toProjects')}
        </Button>
      </Group>
    </Dialog>
  )
}
