import { ActionIcon, Anchor, Badge, Menu, Table, Text } from '@mantine/core'
import { IconDots, IconTrash, IconUserCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fileAddress } from '../../files/file-address.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './Members.module.css'
import { type MemberRow, removalKey } from './queries.ts'
import { nameOfRoles } from './workspace-roles.ts'

interface Props {
  member: MemberRow
  onChangeRole: () => void
  onRemove: () => void
}

/** A member of the workspace, or an invitation with its place; the owner's row has no menu (MEM-12). */
export function MemberTableRow({ member, onChangeRole, onRemove }: Props) {
  const { t } = useTranslation('members')
  const { user, email, is_pending: isPending, can } = member
  const name = user?.name ?? email
  return (
    <Table.Tr>
      <Table.Td>
        <div className={styles.who}>
          <PersonAvatar person={{ name, avatar: user?.avatar ?? null }} size={32} />
          <div className={styles.names}>
            <Text size="sm" truncate>
              {name}
            </Text>
            {user && (
              <Text size="xs" c="dimmed" truncate>
                {email}
              </Text>
            )}
          </div>
          {isPending === 1 && (
            <Badge size="sm" variant="light" className={styles.badge ?? ''}>
              {t('invitation')}
            </Badge>
          )}
        </div>
      </Table.Td>
      <Table.Td>{t(nameOfRoles(member.roles))}</Table.Td>
      <Table.Td>
        {member.folders.map((folder, index) => (
          <span key={folder.resource_id}>
            {index > 0 && ', '}
            <Anchor
              component={Link}
              to={`/projects/${folder.resource_id}`}
              className={styles.folder ?? ''}
              size="sm"
              underline="always"
            >
              {folder.name}
            </Anchor>
            {member.file && (
              <>
                {' › '}
                <Anchor
                  component={Link}
                  to={fileAddress({ project_id: folder.resource_id, id: member.file.id })}
                  className={styles.folder ?? ''}
                  size="sm"
                  underline="always"
                >
                  {member.file.name}
                </Anchor>
              </>
            )}
          </span>
        ))}
      </Table.Td>
      <Table.Td>
        {(can.change_role || can.remove) && (
          <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('menu', { name })}>
                <IconDots size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {can.change_role && (
                <Menu.Item leftSection={<IconUserCog size={16} aria-hidden="true" />} onClick={onChangeRole}>
                  {t('changeRole')}
                </Menu.Item>
              )}
              {can.remove && (
                <Menu.Item
                  color="var(--kaiwa-bad)"
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  onClick={onRemove}
                >
                  {t(removalKey(member))}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
