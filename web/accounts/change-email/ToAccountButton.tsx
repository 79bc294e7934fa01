import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../platform/session.ts'

/** Link to the account page, or to the sign-in page with the address filled in. */
export function ToAccountButton({
  email,
  variant = 'filled',
}: {
  email?: string | undefined
  variant?: 'filled' | 'default'
}) {
  const { t } = useTranslation('changeEmail')
  const { data: session } = useSession()
  return session ? (
    <Button component={Link} to="/mypage/profile" variant={variant} fullWidth>
      {t('toAccount')}
    </Button>
  ) : (
    <Button component={Link} to="/login?redirect=%2Fmypage%2Fprofile" state={{ email }} variant={variant} fullWidth>
      {t('toLogin')}
    </Button>
  )
}
