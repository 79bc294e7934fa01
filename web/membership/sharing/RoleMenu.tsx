import type { OfferedRoles, SharedRole } from '@kaiwa/contract/sharing.ts'
import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roleName, SHARED_ROLES } from './shared-roles.ts'

interface Props {
  /** Accessible name of the button, with the person it belongs to. */
  label: string
  value: number | null
  roles: OfferedRoles
  onPick: (role: SharedRole) => void
  isBusy?: boolean
  /** The height of a list row by default; `sm` next to a field. */
  size?: 'compact-md' | 'sm'
  /** Additional entries below the roles. */
  children?: ReactNode
}

/** Menu to choose a role; a role that cannot be given is disabled and shows the reason (SHARE-18). */
export function RoleMenu({ label, value, roles, onPick, isBusy = false, size = 'compact-md', children }: Props) {
  const { t } = useTranslation('sharing')
  return (
    <Menu position="bottom-end" shadow="md" width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          aria-label={label}
          disabled={isBusy}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {t(roleName(value))}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(value)} onChange={(role) => onPick(Number(role) as SharedRole)}>
          {SHARED_ROLES.map((role) => {
            const name = roleName(role) as 'editor' | 'viewer'
            const isOffered = roles[name] || role === value
            return (
              <Menu.RadioItem
                key={role}
                closeMenuOnClick
                value={String(role)}
                disabled={!isOffered}
                title={isOffered ? undefined : t('notEnough')}
                checkIcon={<IconCheck size={16} aria-hidden="true" />}
              >
                {t(name)}
                <Text size="xs" c="dimmed">
                  {isOffered ? t(`${name}Help`) : t('notEnough')}
                </Text>
              </Menu.RadioItem>
            )
          })}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
