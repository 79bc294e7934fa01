import type { PasswordWeakness } from '@kaiwa/contract/accounts.ts'
import { MIN_OTHER_LETTERS, PASSWORD_RULES } from '@kaiwa/contract/password-rules.ts'
import { Popover, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../platform/i18n.ts'
import styles from './NewPasswordField.module.css'
import { PasswordField } from './PasswordField.tsx'
import type { BoundField } from './use-form.ts'

const CHECKS = [
  { text: 'passwordLetters', holds: PASSWORD_RULES.letters },
  { text: 'passwordSymbol', holds: PASSWORD_RULES.symbol },
  { text: 'passwordLength', holds: PASSWORD_RULES.length },
] as const

const GUESS_TEXTS = { none: 'passwordUncommon', common: 'passwordIsCommon', personal: 'passwordIsPersonal' } as const

/** Windows without room for the rules next to the form. */
const NARROW = '(max-width: 68em)'

interface NewPasswordFieldProps extends BoundField {
  /** Whether the password is easy to guess, and why; null while unknown. */
  weakness: PasswordWeakness | 'none' | null
}

/**
 * A field for a new password. While focused, a hint shows which of the three rules are met (AUTH-53), and whether the
 * password is easy to guess. In a narrow window the hint is below the field, where it covers nothing. It stays there
 * after the focus has left: if it disappeared, the button under a pressed pointer would move away.
 */
export function NewPasswordField({ onBlur, weakness, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  const checks = [
    ...CHECKS.map(({ text, holds }) => ({ text, isMet: holds(field.value) })),
    { text: GUESS_TEXTS[weakness ?? 'none'], isMet: weakness === 'none' },
  ]
  const [isFocused, setIsFocused] = useState(false)
  const [wasFocused, setWasFocused] = useState(false)
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const rules = new Intl.ListFormat(currentLanguage()).format(CHECKS.map(({ text }) => t(text)))
  const handleFocus = () => {
    setIsFocused(true)
    setWasFocused(true)
  }
  const input = (
    <PasswordField
      {...field}
      autoComplete="new-password"
      withAsterisk
      // The library replaces `aria-describedby`.
      aria-description={rules}
      onBlur={onBlur}
    />
  )
  const hint = (
    <ul className={styles.checks} aria-label={t('passwordHint')}>
      {checks.map(({ text, isMet }) => {
        const Icon = isMet ? IconCheck : IconPointFilled
        return (
          <li key={text} data-met={isMet}>
            <Icon size={16} aria-hidden="true" />
            {t(text, { min: MIN_OTHER_LETTERS })}
            <VisuallyHidden>{isMet ? t('met') : t('unmet')}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
  // One tree for both widths: the field keeps its focus and visibility when the width changes.
  return (
    <Popover
      opened={isFocused && !isNarrow}
      // Next to the form where there is room: above the field it covers the fields before it.
      position="right-start"
      middlewares={{ flip: { fallbackPlacements: ['top-start'] }, shift: true }}
      withinPortal={false}
      width="target"
      shadow="md"
      withRoles={false}
      trapFocus={false}
    >
      <Popover.Target>
        <div className={styles.field} onFocus={handleFocus} onBlur={() => setIsFocused(false)}>
          {input}
          {isNarrow && wasFocused && hint}
        </div>
      </Popover.Target>
      {!isNarrow && <Popover.Dropdown>{hint}</Popover.Dropdown>}
    </Popover>
  )
}
