import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../platform/error-text.ts'
import { useSignedIn } from '../../platform/session.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { loginPasswordRule, noRule } from '../../ui/form/rules.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { mustSignInAgain, SignInAgain } from '../profile/SignInAgain.tsx'
import { CodeField } from './CodeField.tsx'
import { codeRule } from './code-rule.ts'

/** `code` is empty when it is not required. */
export interface Proof {
  password: { current_password?: string }
  code: string
}

interface Props {
  text?: string
  /** True when a code is required. */
  asksCode: boolean
  submitLabel: string
  isDangerous?: boolean
  onProve: (proof: Proof) => Promise<void>
  onCancel: () => void
}

/** Asks a signed-in user for their password and a code before a change that could give the account away. */
export function ProofForm({ text, asksCode, submitLabel, isDangerous = false, onProve, onCancel }: Props) {
  const { t } = useTranslation('twoFactor')
  const { t: common } = useTranslation()
  const { user } = useSignedIn()
  const [failure, setFailure] = useState<unknown>(null)
  const hasPassword = user.is_set_password
  const form = useForm(
    {
      current_password: { rule: hasPassword ? loginPasswordRule : noRule, kind: 'password', label: t('password') },
      code: { rule: asksCode ? codeRule : noRule, kind: 'code', label: t('eitherCode') },
    },
    async ({ current_password, code }) => {
      setFailure(null)
      await onProve({ code, password: hasPassword ? { current_password } : {} })
    },
    setFailure,
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md" align="stretch">
        {failure !== null &&
          (mustSignInAgain(failure) ? (
            <SignInAgain />
          ) : (
            <Alert color="red" variant="light" role="alert">
              {errorText(failure)}
            </Alert>
          ))}
        {text && <Text>{text}</Text>}
        {/* For password managers, which store the password under this name. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        {asksCode && <CodeField {...form.field('code')} isDigits={false} />}
        {hasPassword && (
          <PasswordField {...form.field('current_password')} autoComplete="current-password" withAsterisk />
        )}
        <Group gap="xs">
          <Button
            type="submit"
            disabled={!form.canSubmit}
            loading={form.isSending}
            {...(isDangerous ? { color: 'red' } : {})}
          >
            {submitLabel}
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
