import type { Plan } from '@kaiwa/contract/plans.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { ApiError } from '../platform/api-error.ts'
import { errorText } from '../platform/error-text.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { RequestSummary } from './RequestSummary.tsx'
import { readDraft, writeDraft } from './draft.ts'
import { createRequest, plansQuery } from './request-calls.ts'
import { isComplete } from './use-request-specs.ts'
import type { RequestValues } from './use-request-specs.ts'
import { useTopOfPage } from './use-top-of-page.ts'

const FORM = '/subscription-request'

function isFromForm(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromForm' in state
}

interface Props {
  plan: Plan
  values: RequestValues
  requestId: string | null
}

function Confirmation({ plan, values, requestId }: Props) {
  const { t } = useTranslation('applications')
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createRequest(values, requestId),
    onSuccess: async ({ payment_type }) => {
      writeDraft(null)
      const to = { payment_type, email: values.contact_email.trim() }
      await navigate('/subscription-request/completed', { replace: true, state: to })
    },
    onError: (failure) => {
      const errors = failure instanceof ApiError ? failure.fields : {}
      // The fields are on the form.
      if (Object.keys(errors).some((name) => name in values)) void navigate(FORM, { replace: true, state: { errors } })
    },
  })
  const goBack = () => void (isFromForm(state) ? navigate(-1) : navigate(FORM, { replace: true }))
  return (
    <Stack gap="lg">
      <Text>{t('confirmIntro')}</Text>
      <RequestSummary plan={plan} values={values} />
      {error && (
        <Alert color="red" variant="light" role="alert" title={t('validateFailed')}>
          {errorText(error)}
        </Alert>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={goBack} disabled={isPending}>
          {t('previous')}
        </Button>
        <Button onClick={() => mutate()} loading={isPending}>
          {t('apply')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The entries to be sent. Without complete entries the form is shown instead. */
function ConfirmPage() {
  const { t } = useTranslation('applications')
  const { data: plans, error, refetch } = useQuery(plansQuery)
  useTopOfPage()
  const draft = readDraft()
  const values = draft?.values
  const content = (): React.ReactNode => {
    if (error) return <FailedState error={error} onRetry={() => void refetch()} />
    if (!plans) return <Loading />
    const plan = plans.find(({ id }) => values?.['plan_id'] === String(id))
    if (!plan || !isComplete(values)) return <Navigate to={FORM} replace />
    return <Confirmation plan={plan} values={values} requestId={draft?.requestId ?? null} />
  }
  return (
    <PublicFrame title={t('confirmTitle')} isWide>
      {content()}
    </PublicFrame>
  )
}

export default ConfirmPage
