import { Button, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useForm } from './use-form.ts'

interface SubmitButtonProps {
  form: Pick<ReturnType<typeof useForm>, 'canSubmit' | 'isSending' | 'incomplete'>
  children: ReactNode
}

/** The button that submits a form. While it is disabled, names the fields that are missing or invalid. */
export function SubmitButton({ form: { canSubmit, isSending, incomplete }, children }: SubmitButtonProps) {
  const { t } = useTranslation()
  const id = useId()
  const isExplained = incomplete.length > 0
  return (
    <Stack gap="xs">
      <Button
        type="submit"
        disabled={!canSubmit}
        loading={isSending}
        aria-describedby={isExplained ? id : undefined}
        fullWidth
      >
        {children}
      </Button>
      {isExplained && (
        <Text id={id} size="xs" c="dimmed" ta="center">
          {t('stillNeeded', { fields: incomplete.join(t('listSeparator')) })}
        </Text>
      )}
    </Stack>
  )
}
