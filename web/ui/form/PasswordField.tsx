import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/**
 * A password field. The library neither translates its button nor lets the Tab key reach it, nor marks the field as invalid
 * for screen readers.
 */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error)}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...props}
    />
  )
}
