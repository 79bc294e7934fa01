import { PASSWORD_RULES } from '@kaiwa/contract/password-rules.ts'
import { Popover, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './NewPasswordField.module.css'
import { PasswordField } from './PasswordField.tsx'
import type { BoundField } from './use-form.ts'

const CHECKS = [
  { text: 'passwordLetters', holds: PASSWORD_RULES.letters },
  { text: 'passwordSymbol', holds: PASSWORD_RULES.symbol },
  { text: 'passwordLength', holds: PASSWORD_RULES.length },
] as const

/** A field for a new password. While focused, a hint shows which of the three rules are met (AUTH-53). */
export function NewPasswordField({ onBlur, ...field }: BoundField) {
  const { t } = useTranslation()
  const [isFocused, setIsFocused] = useState(false)
  const hintId = useId()
  return (
    <Popover
      opened={isFocused}
      position="top-start"
      withinPortal={false}
      width="target"
      shadow="md"
      withRoles={false}
      trapFocus={false}
    >
      <Popover.Target>
        <div onFocus={() => setIsFocused(true)} onBlur={() => setIsFocused(false)}>
          <PasswordField
            {...field}
            autoComplete="new-password"
            withAsterisk
            aria-describedby={hintId}
            onBlur={onBlur}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        <ul id={hintId} className={styles.checks} aria-label={t('passwordHint')}>
          {CHECKS.map(({ text, holds }) => {
            const isMet = holds(field.value)
            const Icon = isMet ? IconCheck : IconPointFilled
            return (
              <li key={text} data-met={isMet}>
                <Icon size={16} aria-hidden="true" />
                {t(text)}
                <VisuallyHidden>{isMet ? t('met') : t('unmet')}</VisuallyHidden>
              </li>
            )
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
