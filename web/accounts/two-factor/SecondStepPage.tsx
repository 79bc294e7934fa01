import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { useOpenSession } from '../use-open-session.ts'
import { CodeField } from './CodeField.tsx'
import { codeRule } from './code-rule.ts'

function CodeForm({ isDigits }: { isDigits: boolean }) {
  const { t } = useTranslation('twoFactor')
  const openAndContinue = useOpenSession()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm(
    { code: { rule: codeRule, kind: 'code', label: t(isDigits ? 'code' : 'recoveryCode') } },
    async (body) => {
      setFailure(null)
      await openAndContinue(await call('takeSecondStep', { body }))
    },
    setFailure,
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="md">
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Text>{t(isDigits ? 'stepText' : 'stepRecoveryText')}</Text>
        <CodeField {...form.field('code')} isDigits={isDigits} />
        <Button type="submit" disabled={!form.canSubmit} loading={form.isSending} fullWidth>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** /login/second-step: asks for the two-factor code before a session opens. */
function SecondStepPage() {
  const { t } = useTranslation('twoFactor')
  const [search] = useSearchParams()
  const [isDigits, setIsDigits] = useState(true)
  return (
    <PublicFrame title={t('stepTitle')}>
      <CodeForm key={String(isDigits)} isDigits={isDigits} />
      <Button variant="default" fullWidth mt="sm" onClick={() => setIsDigits(!isDigits)}>
        {t(isDigits ? 'useRecovery' : 'useApp')}
      </Button>
      <Anchor component={Link} to={`/login?${search.toString()}`} size="sm" display="block" mt="md" ta="center">
        {t('toLogin')}
      </Anchor>
    </PublicFrame>
  )
}

export default SecondStepPage
