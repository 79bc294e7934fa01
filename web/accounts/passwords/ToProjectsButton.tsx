import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../platform/session.ts'

/** Link to the sign-in page, or to the project list for a signed-in user (AUTH-41). */
export function ToProjectsButton({ email }: { email?: string | undefined }) {
  const { t } = useTranslation('passwords')
  const { data: session } = useSession()
  return session ? (
    <Button component={Link} to="/projects" fullWidth>
      {t('toProjects')}
    </Button>
  ) : (
    <Button component={Link} to="/login" state={{ email }} fullWidth>
      {t('toLogin')}
    </Button>
  )
}
