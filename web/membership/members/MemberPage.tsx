import { Button, NativeSelect, Table, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AccountArea } from '../../accounts/mypage/AccountArea.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import { AddMembers } from './AddMembers.tsx'
import styles from './Members.module.css'
import { MemberTableRow } from './MemberTableRow.tsx'
import { workspaceMembersQuery, removalKey } from './queries.ts'
import type { MemberRow } from './queries.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { LISTED_ROLES } from './workspace-roles.ts'
import { useMemberChanges } from './use-member-changes.ts'

type Asking = { what: 'role' | 'remove'; member: MemberRow } | { what: 'add' } | null

/**
 * /mypage/member: the members of the workspace, the number of each kind, and actions to add, change and remove them.
 */
function MemberPage() {
  const { t } = useTranslation('members')
  const [search, setSearch] = useSearchParams()
  const [asking, setAsking] = useState<Asking>(null)
  const close = (): void => setAsking(null)
  const { changeRole, remove } = useMemberChanges(close)
  const filter = LISTED_ROLES.find(({ role }) => String(role) === search.get('role'))?.role
  const page = Math.max(1, Number(search.get('page')) || 1)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    workspaceMembersQuery({ page, ...(filter === undefined ? {} : { role: filter }) }),
  )
  const removalText = ({ user, email, file, folders }: MemberRow): string => {
    if (user) return t('removeText', { name: user.name })
    const place = file?.name ?? folders[0]?.name
    return place === undefined ? t('withdrawText', { name: email }) : t('withdrawFromText', { name: email, place })
  }
  const show = (role: string, next: number): void =>
    setSearch({ ...(role === '' ? {} : { role }), ...(next === 1 ? {} : { page: String(next) }) })
  return (
    <AccountArea title={t('list')}>
      {data ? (
        <>
          <ul className={styles.cards}>
            {LISTED_ROLES.map(({ role, name }) => (
              <li key={role} className={styles.card}>
                <Text size="sm" c="dimmed">
                  {t(name)}
                </Text>
                <Text fw={600} size="xl">
                  {data.current_roles[role] ?? 0}
                </Text>
              </li>
            ))}
          </ul>
          <div className={styles.bar}>
            <NativeSelect
              label={t('filter')}
              value={String(filter ?? '')}
              onChange={(event) => show(event.currentTarget.value, 1)}
              data={[
                { value: '', label: t('all') },
                ...LISTED_ROLES.map(({ role, name }) => ({ value: String(role), label: t(name) })),
              ]}
            />
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden="true" />}
              onClick={() => setAsking({ what: 'add' })}
            >
              {t('add')}
            </Button>
          </div>
          {data.members.data.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneHelp')} />
          ) : (
            <div className={styles.table} aria-busy={isPlaceholderData}>
              <Table verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('name')}</Table.Th>
                    <Table.Th>{t('role')}</Table.Th>
                    <Table.Th>{t('folders')}</Table.Th>
                    <Table.Td />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.members.data.map((member) => (
                    <MemberTableRow
                      key={member.id}
                      member={member}
                      onChangeRole={() => setAsking({ what: 'role', member })}
                      onRemove={() => setAsking({ what: 'remove', member })}
                    />
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )}
          <Paginator
            current={data.members.current_page}
            last={data.members.last_page}
            onChange={(next) => show(String(filter ?? ''), next)}
          />
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {asking?.what === 'add' && <AddMembers onClose={close} />}
      {asking?.what === 'role' && (
        <RoleDialog
          member={asking.member}
          isBusy={changeRole.isPending}
          onSave={(role) => changeRole.mutate({ member: asking.member, role })}
          onClose={close}
        />
      )}
      {asking?.what === 'remove' && (
        <ConfirmDialog
          opened
          danger
          title={t(removalKey(asking.member))}
          text={removalText(asking.member)}
          confirmLabel={t(removalKey(asking.member))}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(asking.member)}
          onClose={close}
        />
      )}
    </AccountArea>
  )
}

export default MemberPage
