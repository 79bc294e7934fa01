import { USER_STATUSES } from '@kaiwa/contract/admin-choices.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { AddPointDialog } from './AddPointDialog.tsx'
import styles from './Admin.module.css'
import { AdminList } from './AdminList.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { formatInstant, formatNumber } from './format.ts'
import type { Row } from './queries.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { UpdateUserDialog } from './UpdateUserDialog.tsx'
import { useAction } from './use-action.ts'
import { useListAddress } from './use-list-address.ts'
import { UserDetails } from './UserDetails.tsx'

type User = Row<'listUsers'>
interface Asking {
  what: 'details' | 'update' | 'point' | 'enable' | 'disable'
  user: User
}

const STATUSES = ['all', ...USER_STATUSES] as const

function UserBadges({ user }: { user: User }) {
  const { t } = useTranslation('admin')
  return (
    <span className={styles.badges}>
      <StatusBadge kind={user.is_disabled ? 'bad' : 'good'}>
        {t(user.is_disabled ? 'users.disabled' : 'users.enabled')}
      </StatusBadge>
      {user.is_operator && <StatusBadge kind="info">{t('users.operator')}</StatusBadge>}
      {!user.is_verified && <StatusBadge kind="quiet">{t('users.unverified')}</StatusBadge>}
      {user.workspace?.status === 'closed' && <StatusBadge kind="quiet">{t('users.closed')}</StatusBadge>}
    </span>
  )
}

/** Asks before a user is enabled or disabled. */
function AccessDialog({ user, isEnabling, onClose }: { user: User; isEnabling: boolean; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const input = { params: { userId: user.id } }
  const enable = useAction(
    () => call('enableUser', input),
    { done: t('users.enabledDone'), failed: t('users.enableFailed') },
    onClose,
  )
  const disable = useAction(
    () => call('disableUser', input),
    { done: t('users.disabledDone'), failed: t('users.disableFailed') },
    onClose,
  )
  const { mutate, isPending } = isEnabling ? enable : disable
  const what = isEnabling ? 'enable' : 'disable'
  return (
    <ConfirmDialog
      opened
      danger={!isEnabling}
      title={t(`users.${what}`)}
      text={t(`users.${what}Text`, { name: user.name })}
      confirmLabel={t(`users.${what}`)}
      isBusy={isPending}
      onConfirm={() => mutate(undefined)}
      onClose={onClose}
    />
  )
}

/** /admin/users */
export function UserList() {
  const { t, i18n } = useTranslation('admin')
  const { filter, change } = useListAddress()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = (): void => setAsking(null)
  const status = filter('status', STATUSES, 'all')
  const ask = (what: Asking['what']) => (user: User) => setAsking({ what, user })
  return (
    <>
      <AdminList
        name="listUsers"
        title={t('pages.users')}
        searchLabel={t('list.search')}
        filters={status === 'all' ? {} : { status }}
        controls={
          <FilterSelect
            label={t('list.status')}
            value={status}
            options={STATUSES.map((value) => ({ value, label: t(value === 'all' ? 'list.all' : `users.${value}`) }))}
            onChange={(value) => change({ status: value === 'all' ? '' : value })}
          />
        }
        columns={[
          {
            label: t('users.name'),
            kind: 'wide',
            renderCell: (user) => (
              <>
                {user.name}
                <span className={styles.quiet}>{user.email}</span>
              </>
            ),
          },
          { label: t('users.status'), renderCell: (user) => <UserBadges user={user} /> },
          {
            label: t('users.workspace'),
            kind: 'wide',
            renderCell: (user) => user.workspace?.owner.email ?? t('users.noWorkspace'),
          },
          {
            label: t('users.points'),
            kind: 'number',
            renderCell: (user) => (user.workspace ? formatNumber(user.workspace.point, i18n.language) : '–'),
          },
          { label: t('users.created'), kind: 'plain', renderCell: (user) => formatInstant(user.created_at) },
        ]}
        nameOf={(user) => user.name}
        actionsOf={(user) => [
          { label: t('list.details'), onSelect: ask('details') },
          { label: t('users.update'), onSelect: ask('update') },
          ...(user.can.add_point ? [{ label: t('users.addPoint'), onSelect: ask('point') }] : []),
          ...(user.can.enable ? [{ label: t('users.enable'), onSelect: ask('enable') }] : []),
          ...(user.can.disable ? [{ label: t('users.disable'), isDangerous: true, onSelect: ask('disable') }] : []),
        ]}
        exportAs="exportUsers"
      />
      {asking?.what === 'details' && <UserDetails user={asking.user} onClose={close} />}
      {asking?.what === 'update' && <UpdateUserDialog user={asking.user} onClose={close} />}
      {asking?.what === 'point' && <AddPointDialog user={asking.user} onClose={close} />}
      {(asking?.what === 'enable' || asking?.what === 'disable') && (
        <AccessDialog user={asking.user} isEnabling={asking.what === 'enable'} onClose={close} />
      )}
    </>
  )
}
