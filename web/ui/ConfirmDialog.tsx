import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'

interface Props {
  opened: boolean
  title: string
  text: string
  confirmLabel: string
  isBusy?: boolean
  /** Red, for irreversible actions. */
  danger?: boolean
  /** Below the text. */
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an irreversible action; the initial focus is on cancel. */
export function ConfirmDialog(props: Props) {
  const { opened, title, text, confirmLabel, isBusy, danger, children, onConfirm, onClose } = props
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Text mb="lg">{text}</Text>
      {children}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color={danger ? 'red' : undefined} loading={isBusy ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
