import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { formatDateTime } from '../../platform/dates.ts'
import { toast } from '../../platform/toasts.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../profile/Card.tsx'
import { sessionsQuery } from '../profile/queries.ts'
import { Enrolment, type Offer } from './Enrolment.tsx'
import { type Proof, ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call('getTwoFactor', {}, { signal }),
  staleTime: 0,
})

/** With fewer codes left, new ones are suggested. */
const FEW_CODES = 3

/** The current step of the card. */
type Stage =
  | { at: 'rest' | 'starting' | 'ending' | 'renewing' }
  | { at: 'enrolling'; offer: Offer }
  | { at: 'keeping'; codes: readonly string[] }

const REST: Stage = { at: 'rest' }

interface State {
  is_on: boolean
  since: string | null
  recovery_codes_left: number
}

function Rest({ state, onStage }: { state: State; onStage: (stage: Stage) => void }) {
  const { t } = useTranslation('twoFactor')
  const left = state.recovery_codes_left
  if (!state.is_on)
    return (
      <Stack gap="md" align="flex-start">
        <Text>{t('isOff')}</Text>
        <Button variant="default" onClick={() => onStage({ at: 'starting' })}>
          {t('turnOn')}
        </Button>
      </Stack>
    )
  return (
    <Stack gap="md" align="flex-start">
      <Text>{t('isOn', { date: formatDateTime(state.since ?? ''), count: left })}</Text>
      {left < FEW_CODES && (
        <Alert color="yellow" variant="light" role="status">
          {t('fewCodes')}
        </Alert>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => onStage({ at: 'renewing' })}>
          {t('renew')}
        </Button>
        <Button variant="default" onClick={() => onStage({ at: 'ending' })}>
          {t('turnOff')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Turns two-factor on and off; every change asks for confirmation of the identity. */
export function TwoFactorCard() {
  const { t } = useTranslation('twoFactor')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(twoFactorQuery)
  const [stage, setStage] = useState<Stage>(REST)
  const refresh = async (): Promise<void> => {
    await Promise.all([client.invalidateQueries(twoFactorQuery), client.invalidateQueries(sessionsQuery)])
  }
  const rest = () => setStage(REST)

  const start = async ({ password }: Proof): Promise<void> =>
    setStage({ at: 'enrolling', offer: await call('startTwoFactor', { body: password }) })
  const keep = async (codes: readonly string[]): Promise<void> => {
    setStage({ at: 'keeping', codes })
    toast.success(t('on'))
    await refresh()
  }
  const renew = async ({ password, code }: Proof): Promise<void> => {
    const { recovery_codes } = await call('renewRecoveryCodes', { body: { ...password, code } })
    setStage({ at: 'keeping', codes: recovery_codes })
    toast.success(t('renewed'))
    await refresh()
  }
  const end = async ({ password, code }: Proof): Promise<void> => {
    await call('endTwoFactor', { body: { ...password, code } })
    rest()
    toast.success(t('off'))
    await refresh()
  }

  const shown = () => {
    switch (stage.at) {
      case 'starting':
        return <ProofForm asksCode={false} submitLabel={t('goOn')} onProve={start} onCancel={rest} />
      case 'enrolling':
        return <Enrolment offer={stage.offer} onOn={keep} onCancel={rest} />
      case 'keeping':
        return <RecoveryCodes codes={stage.codes} onDone={rest} />
      case 'renewing':
        return <ProofForm asksCode text={t('renewText')} submitLabel={t('renew')} onProve={renew} onCancel={rest} />
      case 'ending':
        return (
          <ProofForm
            asksCode
            isDangerous
            text={t('offText')}
            submitLabel={t('turnOff')}
            onProve={end}
            onCancel={rest}
          />
        )
      case 'rest':
        return data ? <Rest state={data} onStage={setStage} /> : <Loading />
    }
  }
  // A failed reload does not take away the codes that are shown only once.
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  return <Card title={t('title')}>{shown()}</Card>
}
