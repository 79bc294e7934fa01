import { Alert, Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { isInstalledApp } from '../../platform/installed-app.ts'
import { OpenApp } from '../../ui/OpenApp.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { HOME } from '../redirect.ts'
import { pathForApplication, pathForBrowser } from './application-address.ts'

/** /application: opens a path in the companion app. A browser without the app stays on this page. */
function ApplicationPage() {
  const { t } = useTranslation('magic')
  const common = useTranslation().t
  const [search] = useSearchParams()
  const path = pathForApplication(search)
  if (path !== null && isInstalledApp()) return <Navigate to={path} replace />
  return (
    <PublicFrame title={t('appTitle')}>
      {path === null ? (
        <Alert color="red" variant="light" role="alert">
          {t('wrongUrl')}
          <Anchor component={Link} to={HOME} display="block">
            {common('toProjects')}
          </Anchor>
        </Alert>
      ) : (
        <OpenApp path={path} browserPath={pathForBrowser(path)} text={t('appText')} />
      )}
    </PublicFrame>
  )
}

export default ApplicationPage
