import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { Plan } from '@kaiwa/contract/plans.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../platform/session.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { RequestForm } from './RequestForm.tsx'
import { readDraft } from './draft.ts'
import { plansQuery } from './request-calls.ts'
import { entriesOf } from './use-request-specs.ts'

function errorsOf(state: unknown): FieldErrors {
  return typeof state === 'object' && state !== null && 'errors' in state ? (state.errors as FieldErrors) : {}
}

/** `?plan=` is the id or the name of a plan. A stored choice that is no longer sold is dropped. */
function choosePlan(plans: readonly Plan[], wanted: string | null, stored: string | undefined): string {
  const byAddress = plans.find(({ id, name }) => wanted === String(id) || wanted === name)
  const byEntry = plans.find(({ id }) => stored === String(id))
  return String((byAddress ?? byEntry)?.id ?? '')
}

/** The form of the application of a company. Stored entries come before those of the account. */
function SubscriptionRequestPage() {
  const { t } = useTranslation('applications')
  const { data: session, isLoading } = useSession()
  const { data: plans, error, refetch } = useQuery(plansQuery)
  const { state } = useLocation() as { state: unknown }
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const content = (): React.ReactNode => {
    if (error) return <FailedState error={error} onRetry={() => void refetch()} />
    if (!plans || isLoading) return <Loading />
    if (plans.length === 0) return <Text>{t('noPlans')}</Text>
    const stored = readDraft()?.values
    return (
      <>
        <Text mb="lg">{t('intro')}</Text>
        <RequestForm
          plans={plans}
          initial={{
            ...entriesOf(session?.user),
            ...stored,
            plan_id: choosePlan(plans, search.get('plan'), stored?.['plan_id']),
          }}
          initialErrors={errorsOf(state)}
          onValid={() => void navigate('/subscription-request/confirm', { state: { isFromForm: true } })}
        />
      </>
    )
  }
  return (
    <PublicFrame title={t('title')} isWide>
      {content()}
    </PublicFrame>
  )
}

export default SubscriptionRequestPage
