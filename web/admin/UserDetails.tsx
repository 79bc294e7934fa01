import { ROLE } from '@kaiwa/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/Dialog.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Details } from './Details.tsx'
import { formatInstant, formatNumber } from './format.ts'
import { userDetailQuery, type Row } from './queries.ts'
import { usePlanName } from './use-plan-name.ts'

const ROLES = [
  { id: ROLE.owner, name: 'owner' },
  { id: ROLE.manager, name: 'manager' },
  { id: ROLE.member, name: 'member' },
  { id: ROLE.guest, name: 'guest' },
] as const

/** Details of a user, with the contract of the workspace. */
export function UserDetails({ user, onClose }: { user: Row<'listUsers'>; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const planName = usePlanName()
  const { data, error, refetch } = useQuery(userDetailQuery(user.id))
  if (!data)
    return (
      <Dialog opened title={user.name} size="lg" onClose={onClose}>
        {error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />}
      </Dialog>
    )
  const { workspace, subscription, role_id: role } = data
  const set = (isSet: boolean) => t(isSet ? 'users.detail.on' : 'users.detail.off')
  const known = ROLES.find(({ id }) => id === role)?.name
  return (
    <Details
      title={data.name}
      onClose={onClose}
      rows={[
        ['ID', data.id],
        [t('users.email'), data.email],
        [t('users.status'), t(data.is_disabled ? 'users.disabled' : 'users.enabled')],
        [t('users.detail.company'), data.company?.name],
        [t('users.detail.passwordSet'), set(data.is_set_password)],
        [t('users.detail.twoFactor'), set(data.has_two_factor)],
        [t('users.created'), formatInstant(data.created_at)],
        [t('users.detail.lastSeen'), formatInstant(data.last_seen_at)],
        [
          t('users.detail.owner'),
          workspace
            ? t('person', { name: workspace.owner.name, email: workspace.owner.email })
            : t('users.noWorkspace'),
        ],
        [t('users.detail.role'), known && t(`users.roles.${known}`)],
        [t('users.detail.members'), formatNumber(data.members, i18n.language)],
        [t('users.points'), workspace && formatNumber(workspace.point, i18n.language)],
        [
          t('users.detail.plan'),
          subscription
            ? subscription.plan_name === null
              ? t('users.detail.noPlan')
              : planName(subscription.plan_name)
            : t('users.detail.noContract'),
        ],
        [t('users.detail.paymentType'), subscription && t(`paymentTypes.${subscription.payment_type}`)],
        [t('users.detail.start'), subscription && formatInstant(subscription.start_date)],
        [t('users.detail.end'), subscription && formatInstant(subscription.end_date)],
      ]}
    />
  )
}
