import { Alert, Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { endSession } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'

/** Whether the server wants a fresh session of somebody who has no password to prove who they are. */
export const mustSignInAgain = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'E_FORBIDDEN' && error.body['reason'] === 'sign-in-again'

/** Whoever has no password proves who they are by signing in anew; the way leads back here. */
export const SignInAgain = () => {
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
