import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import type { OutcomeState } from './outcome-state.ts'
import { ToAccountButton } from './ToAccountButton.tsx'

function Success({ text, state }: { text: string; state: OutcomeState }) {
  const { t } = useTranslation('changeEmail')
  const { matter } = useParams()
  return (
    <Stack gap="md">
      <Text role="status">{text}</Text>
      {matter === 'verify' && state.email !== undefined && (
        <Text style={{ overflowWrap: 'anywhere' }}>{t('doneFor', { email: state.email })}</Text>
      )}
      <ToAccountButton email={state.email} />
    </Stack>
  )
}

function Failed({ text, state }: { text: string; state: OutcomeState }) {
  const { t } = useTranslation('changeEmail')
  const { t: common } = useTranslation()
  return (
    <Stack gap="md">
      <Text role="alert">{text}</Text>
      <Text>{state.isTaken ? common('newEmailTaken') : t('again')}</Text>
      {!state.isTaken && (
        <Button component={Link} to={`/change-email/resend?${state.link ?? ''}`} fullWidth>
          {t('resendSubmit')}
        </Button>
      )}
      <ToAccountButton variant="default" />
    </Stack>
  )
}

/** /change-email/verify and /change-email/resend, each with /success and /failed (ACC-22, ACC-23). */
function EmailChangeOutcomePage() {
  const { t } = useTranslation('changeEmail')
  const { matter = '', outcome = '' } = useParams()
  const { state } = useLocation() as { state: OutcomeState | null }
  const isVerify = matter === 'verify'
  if (!['verify', 'resend'].includes(matter) || !['success', 'failed'].includes(outcome)) return <NotFoundPage />
  return (
    <PublicFrame title={isVerify ? t('title') : t('resendTitle')}>
      {outcome === 'success' ? (
        <Success text={isVerify ? t('done') : t('resent')} state={state ?? {}} />
      ) : (
        <Failed text={isVerify ? t('failed') : t('resendFailed')} state={state ?? {}} />
      )}
    </PublicFrame>
  )
}

export default EmailChangeOutcomePage
