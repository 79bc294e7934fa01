import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { useSession } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { Loading } from '../../ui/Loading.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { resendQuery } from '../resend-query.ts'
import type { OutcomeState } from './outcome-state.ts'
import { ToAccountButton } from './ToAccountButton.tsx'

function Resend({ search }: { search: URLSearchParams }) {
  const { t } = useTranslation('changeEmail')
  const navigate = useNavigate()
  const token = search.get('token')
  const email = search.get('email')
  const end = (outcome: 'success' | 'failed', state: OutcomeState) =>
    void navigate(`/change-email/resend/${outcome}`, { state })
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      token === null
        ? call('resendEmailChange')
        : call('resendEmailChangeByLink', { query: { ...resendQuery(search), token } }),
    onSuccess: () => end('success', email === null ? {} : { email }),
    onError: (error) => {
      // Rate limit: an email was sent a moment ago.
      if (codeOf(error) === 'E_TOO_MANY_REQUESTS') toast.error(errorText(error))
      else end('failed', { link: search.toString() })
    },
  })
  return (
    <Stack gap="md">
      <Text style={{ overflowWrap: 'anywhere' }}>
        {email === null ? t('resendHelpPlain') : t('resendHelp', { email })}
      </Text>
      <Button loading={isPending} onClick={() => mutate()}>
        {t('resendSubmit')}
      </Button>
    </Stack>
  )
}

/** /change-email/resend: with the last link, even an expired one, or for a signed-in user. */
function EmailChangeResendPage() {
  const { t } = useTranslation('changeEmail')
  const [search] = useSearchParams()
  const { data: session, isPending } = useSession()
  if (isPending) return <Loading />
  return (
    <PublicFrame title={t('resendTitle')}>
      {session || search.has('token') ? (
        <Resend search={search} />
      ) : (
        <Stack gap="md">
          <Text>{t('signIn')}</Text>
          <ToAccountButton />
        </Stack>
      )}
    </PublicFrame>
  )
}

export default EmailChangeResendPage
