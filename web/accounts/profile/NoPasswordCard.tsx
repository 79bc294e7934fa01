import type { User } from '@kaiwa/contract/accounts.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import { useCooldown } from '../../platform/use-cooldown.ts'
import { Card } from './Card.tsx'

/**
 * Sets the first password by email, because nothing else proves the user's identity; locked for 30 seconds after each
 * email (ACC-18).
 */
export function NoPasswordCard({ user: { email } }: { user: User }) {
  const { t } = useTranslation('profile')
  const { seconds, start: startCooldown } = useCooldown(LIMITS.passwordLinkLockSeconds)
  const [isSending, setIsSending] = useState(false)
  const handleRequest = async (): Promise<void> => {
    setIsSending(true)
    try {
      await call('requestPasswordSetting', { body: { email } })
      toast.success(t('requested', { email }))
      startCooldown()
    } catch (error) {
      if (codeOf(error) === 'E_TOO_MANY_REQUESTS') startCooldown()
      toast.error(errorText(error))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <Card title={t('passwordTitle')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('noPassword')}</Text>
        <Button
          variant="default"
          disabled={seconds > 0}
          loading={isSending}
          onClick={() => void handleRequest()}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {seconds > 0 ? t('locked', { num: seconds }) : t('requestPassword')}
        </Button>
      </Stack>
    </Card>
  )
}
