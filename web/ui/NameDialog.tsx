import { Button, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from './Dialog.tsx'
import { nameRule } from './form/rules.ts'
import { useForm } from './form/use-form.ts'

interface Props {
  opened: boolean
  title: string
  label: string
  submitLabel: string
  initial?: string
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
}

function NameForm({ label, submitLabel, initial, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm(
    { name: { initial: initial ?? '', rule: nameRule, label } },
    async ({ name }) => {
      await onSubmit(name.trim())
      onClose()
    },
    (error) => toast.error(errorText(error)),
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <TextInput {...form.field('name')} data-autofocus autoComplete="off" mb="lg" />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  )
}

/** Asks for the name of a folder or file: required, at most 100 characters (WS-34). */
export function NameDialog(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <NameForm {...props} />
    </Dialog>
  )
}
