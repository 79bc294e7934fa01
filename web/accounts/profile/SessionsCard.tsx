import { Badge, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { formatDateTime } from '../../platform/dates.ts'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from './Card.tsx'
import { deviceName } from './device-name.ts'
import styles from './ProfilePage.module.css'
import { sessionsQuery } from './queries.ts'

function EndOthers() {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('endOtherSessions'),
    onSuccess: () => {
      toast.success(t('othersEnded'))
      return client.invalidateQueries(sessionsQuery)
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setIsAsking(false),
  })
  return (
    <>
      <Button variant="default" mt="md" onClick={() => setIsAsking(true)}>
        {t('endOthers')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('endOthers')}
        text={t('endOthersText')}
        confirmLabel={t('endOthersConfirm')}
        isBusy={isPending}
        danger
        onConfirm={() => mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

interface One {
  id: number
  name: string
}

function EndOne({ id, name }: One) {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('endSession', { params: { id } }),
    onSuccess: () => toast.success(t('oneEnded', { name })),
    // A session that has already ended is the requested result.
    onError: (error) => (codeOf(error) === 'E_NOT_FOUND' ? undefined : toast.error(errorText(error))),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={isPending}
      aria-label={t('endOneLabel', { name })}
      onClick={() => mutate()}
    >
      {t('endOne')}
    </Button>
  )
}

/** Address and time; programs connected by a local socket have no address. */
function seenText(address: string, seen: string): string {
  return address ? `${address} ・ ${seen}` : seen
}

/** The user's sessions, with buttons to end one or all others. */
export function SessionsCard() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useQuery(sessionsQuery)
  if (!data) return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <Card title={t('sessionsTitle')}>
      <ul className={styles.sessions}>
        {data.data.map(({ id, is_current, user_agent, address, last_seen_at }) => (
          <li key={id}>
            <span>
              {deviceName(user_agent) ?? t('unknownDevice')}
              {is_current && (
                <Badge variant="light" size="sm" ml="xs">
                  {t('thisSession')}
                </Badge>
              )}
            </span>
            <small>{seenText(address, t('lastSeen', { time: formatDateTime(last_seen_at) }))}</small>
            {!is_current && <EndOne id={id} name={deviceName(user_agent) ?? t('unknownDevice')} />}
          </li>
        ))}
      </ul>
      {data.data.length > 1 && <EndOthers />}
    </Card>
  )
}
