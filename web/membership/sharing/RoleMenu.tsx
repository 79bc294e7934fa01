import type { OfferedRoles, SharedRole } from '@kaiwa/contract/sharing.ts'
import { Button, Menu, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usageQuery } from '../../billing/queries.ts'
import { roleName, SHARED_ROLES } from './shared-roles.ts'
import styles from './ShareDialog.module.css'

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

/** Why a role cannot be given: the plan has no seat left for it (BILL-39), or the reader lacks the permission. */
function useReasons(roles: OfferedRoles): (name: keyof OfferedRoles) => string {
  const { t } = useTranslation('sharing')
  const billing = useTranslation('billing').t
  // Fetched again whenever roles are missing: the limits may have been reached since the page was opened.
  const { data: usage } = useQuery({ ...usageQuery, staleTime: 0, enabled: !(roles.editor && roles.viewer) })
  return (name) => {
    const isLimit = usage?.flags[name === 'editor' ? 'inviteEditor' : 'inviteViewer'] === false
    return isLimit ? `${t('notEnoughSeats')} ${billing(`full.${name}`)}` : t('notEnough')
  }
}

/** Menu to choose a role; a role that cannot be given is disabled and shows the reason (SHARE-18). */
export function RoleMenu({ label, value, roles, onPick, isBusy = false, size = 'compact-md', children }: Props) {
  const { t } = useTranslation('sharing')
  const reasonOf = useReasons(roles)
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
            const reason = isOffered ? null : reasonOf(name)
            return (
              <Tooltip key={role} label={reason} disabled={isOffered} multiline maw={280}>
                {/* A disabled button receives no pointer events, so the tooltip belongs to its frame. */}
                <div>
                  <Menu.RadioItem
                    closeMenuOnClick
                    value={String(role)}
                    disabled={!isOffered}
                    // The focus cannot move to a disabled entry. Outside of the menu, Escape would close the dialog.
                    data-autofocus={role === value || undefined}
                    checkIcon={<IconCheck size={16} aria-hidden="true" />}
                  >
                    {t(name)}
                    {reason === null ? (
                      <Text size="xs" c="dimmed">
                        {t(`${name}Help`)}
                      </Text>
                    ) : (
                      <Text size="xs" className={styles.reason ?? ''}>
                        <IconAlertTriangle size={14} aria-hidden="true" />
                        {reason}
                      </Text>
                    )}
                  </Menu.RadioItem>
                </div>
              </Tooltip>
            )
          })}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
