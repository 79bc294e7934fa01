import { Alert, Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { pathOfAppLink } from '../platform/own-path.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'

/** /open: the system opened a link of the app, which anybody may have written. Only pages of our own are followed. */
function OpenPage() {
  const { t } = useTranslation('appShell')
  const common = useTranslation().t
  const [search] = useSearchParams()
  const path = pathOfAppLink(search.get('url'))
  if (path !== null) return <Navigate to={path} replace />
  return (
    <PublicFrame title={t('openTitle')}>
      <Alert color="red" variant="light" role="alert">
        {t('openWrong')}
        <Anchor component={Link} to="/projects" display="block">
          {common('toProjects')}
        </Anchor>
      </Alert>
    </PublicFrame>
  )
}

export default OpenPage
