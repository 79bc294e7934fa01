import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../platform/session.ts'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'

/** Button with the user's avatar; opens the account menu. */
export function AccountButton(props: MenuButtonProps) {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  return (
    <UnstyledButton aria-label={t('accountMenu')} title={user.name} {...props}>
      <PersonAvatar person={user} size={32} />
    </UnstyledButton>
  )
}
