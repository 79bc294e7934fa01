import { Alert, Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { endSession } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'

/** True when the server requires a fresh session from a user without a password. */
export function mustSignInAgain(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'E_FORBIDDEN' && error.body['reason'] === 'sign-in-again'
}

/** A user without a password confirms their identity by signing in again, and then returns here. */
export function SignInAgain() {
  const { t } = useTranslation('profile')
  const handleLeave = async (): Promise<void> => {
    try {
      await call('logout')
      endSession({ onPurpose: false })
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return (
    <Alert color="red" variant="light" role="alert">
      <Stack gap="sm" align="flex-start">
        {t('signInAgain')}
        <Button variant="default" size="xs" onClick={() => void handleLeave()}>
          {t('signInAgainButton')}
        </Button>
      </Stack>
    </Alert>
  )
}
