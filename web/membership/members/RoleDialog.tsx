import { Alert, Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import type { MemberRow } from './queries.ts'
import { isLowered, WORKSPACE_ROLES } from './workspace-roles.ts'
import type { WorkspaceRole } from './workspace-roles.ts'

interface Props {
  member: MemberRow
  isBusy: boolean
  onSave: (role: WorkspaceRole) => void
  onClose: () => void
}

/** Dialog to choose another role; it cannot be saved without a change (MEM-15). */
export function RoleDialog({ member, isBusy, onSave, onClose }: Props) {
  const { t } = useTranslation('members')
  const common = useTranslation().t
  const now = member.roles[0]?.role_id ?? 0
  const [role, setRole] = useState<number>(now)
  const chosen = WORKSPACE_ROLES.find((one) => one.role === role)
  return (
    <Dialog opened title={t('changeRole')} onClose={onClose}>
      <Radio.Group
        label={member.user?.name ?? member.email}
        value={String(role)}
        onChange={(value) => setRole(Number(value))}
        mb="md"
      >
        <Stack gap="sm" mt="sm">
          {WORKSPACE_ROLES.map((one) => (
            <Radio
              key={one.role}
              value={String(one.role)}
              label={t(one.name)}
              description={t(one.help)}
              data-autofocus={one.role === now || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isLowered(now, role) && (
        <Alert color="yellow" variant="light" mb="md" role="alert">
          {t('changeWarning')}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          disabled={role === now || !chosen}
          loading={isBusy}
          onClick={() => {
            if (chosen) onSave(chosen.role)
          }}
        >
          {common('save')}
        </Button>
      </Group>
    </Dialog>
  )
}
