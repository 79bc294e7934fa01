import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { useOpenFile } from '../open-file.ts'

/** Asks whether to save or discard unsaved changes on finishing (EDIT-36). If saving fails, edit mode continues. */
export function FinishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('editing')
  const { control } = useOpenFile()
  const [busy, setBusy] = useState<'save' | 'discard' | null>(null)
  const handleSave = async () => {
    setBusy('save')
    await control.finish()
    onClose()
  }
  const handleDiscard = async () => {
    setBusy('discard')
    await control.discard()
    onClose()
  }
  return (
    <Dialog opened title={t('finishTitle')} onClose={onClose}>
      <Text mb="lg">{t('finishText')}</Text>
      <Group justify="flex-end">
        <Button
          variant="subtle"
          color="red"
          loading={busy === 'discard'}
          disabled={busy === 'save'}
          onClick={() => void handleDiscard()}
        >
          {t('discardAndEnd')}
        </Button>
        <Button
          data-autofocus
          loading={busy === 'save'}
          disabled={busy === 'discard'}
          onClick={() => void handleSave()}
        >
          {t('saveAndDone')}
        </Button>
      </Group>
    </Dialog>
  )
}
