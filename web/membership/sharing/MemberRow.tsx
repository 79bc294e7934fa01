import { Badge, Button, Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../platform/session.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import type { Member } from './queries.ts'
import { RoleMenu } from './RoleMenu.tsx'
import { roleName } from './shared-roles.ts'
import styles from './ShareDialog.module.css'
import type { Sharing } from './use-sharing.ts'

interface Props {
  member: Member
  sharing: Sharing
}

/**
 * Actions for one person's access. A role that can be changed is a menu; any other is a label with buttons for the rest,
 * so owners and managers are always labelled (SHARE-15).
 */
function Access({ member, sharing }: Props) {
  const { t } = useTranslation('sharing')
  const { name, can, roles } = member
  const role = member.role_id ?? member.temp_role_id
  const isEnded = can.remove || can.detach
  const endText = t(can.remove ? 'removeFromProject' : 'detach')
  if (!can.change_role)
    return (
      <span className={styles.fixed}>
        <Text size="sm" c="dimmed">
          {t(roleName(role))}
        </Text>
        {can.receive_ownership && (
          <Button variant="subtle" size="compact-sm" onClick={() => sharing.makeOwner(member)}>
            {t('makeOwner')}
          </Button>
        )}
        {isEnded && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => sharing.remove(member)}>
            {endText}
          </Button>
        )}
      </span>
    )
  return (
    <RoleMenu
      label={t('roleOf', { name, role: t(roleName(role)) })}
      value={role}
      roles={roles}
      isBusy={sharing.isBusy}
      onPick={(next) => sharing.changeRole(member, next)}
    >
      {(can.receive_ownership || isEnded) && <Menu.Divider />}
      {can.receive_ownership && <Menu.Item onClick={() => sharing.makeOwner(member)}>{t('makeOwner')}</Menu.Item>}
      {isEnded && (
        <Menu.Item color="var(--kaiwa-bad)" onClick={() => sharing.remove(member)}>
          {endText}
        </Menu.Item>
      )}
    </RoleMenu>
  )
}

/** A person with access, or a person with a pending invitation (SHARE-11). */
export function MemberRow({ member, sharing }: Props) {
  const { t } = useTranslation('sharing')
  const { user } = useSignedIn()
  const { id, name, email, to_email: invited } = member
  return (
    <li className={styles.row}>
      <PersonAvatar person={member} size={32} />
      <div className={styles.who}>
        <Text size="sm" truncate>
          {name}
          {id === user.id && t('you')}
        </Text>
        {invited === null ? (
          email !== '' && (
            <Text size="xs" c="dimmed" truncate>
              {email}
            </Text>
          )
        ) : (
          <Badge size="sm" variant="light">
            {t('pending')}
          </Badge>
        )}
      </div>
      <Access member={member} sharing={sharing} />
    </li>
  )
}
