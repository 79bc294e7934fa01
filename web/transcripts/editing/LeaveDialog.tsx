import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { useOpenFile } from '../open-file.ts'

interface Props {
  onLeave: () => void
  onClose: () => void
}

/**
 * Asks before a page with unsaved changes is left (FILE-16). The first answer saves them; then the page is left by the
 * guard. If saving fails, the page stays.
 */
export function LeaveDialog({ onLeave, onClose }: Props) {
  const { t } = useTranslation('transcripts')
  const { t: editing } = useTranslation('editing')
  const { t: common } = useTranslation()
  const { control } = useOpenFile()
  const [isSaving, setIsSaving] = useState(false)
  const handleSave = async () => {
    setIsSaving(true)
    if (!(await control.save())) setIsSaving(false)
  }
  return (
    <Dialog opened title={t('leaveTitle')} onClose={onClose}>
      <Text>{t('leaveText')}</Text>
      <Text size="sm" c="dimmed" mt="xs" mb="lg">
        {editing('leaveKeepsDraft')}
      </Text>
      <Group justify="flex-end" wrap="wrap-reverse">
        <Button variant="subtle" color="gray" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={onLeave}>
          {t('leaveConfirm')}
        </Button>
        <Button data-autofocus loading={isSaving} onClick={() => void handleSave()}>
          {editing('saveAndLeave')}
        </Button>
      </Group>
    </Dialog>
  )
}
