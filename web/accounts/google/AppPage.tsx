import { Alert, Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { isInstalledApp } from '../../platform/installed-app.ts'
import { OpenApp } from '../../ui/OpenApp.tsx'
import { PublicFrame } from '../../ui/PublicFrame.tsx'
import { callbackAddress, readCallbackParameters } from './callback-parameters.ts'
import { useProviderName } from './use-provider-name.ts'

/** /login/google/app: passes the provider's response to the companion app, which requested it (APP-02). */
function AppPage() {
  const { t } = useTranslation('google')
  const name = useProviderName()
  const [search] = useSearchParams()
  const parameters = readCallbackParameters(search)
  const path = parameters && callbackAddress(parameters)
  if (path !== null && isInstalledApp()) return <Navigate to={path} replace />
  return (
    <PublicFrame title={t('appTitle')}>
      {path === null ? (
        <Alert color="red" variant="light" role="alert">
          {t('failed', { name })}
          <Anchor component={Link} to="/login" display="block">
            {t('toLogin')}
          </Anchor>
        </Alert>
      ) : (
        <OpenApp path={path} browserPath={path} text={t('appText')} />
      )}
    </PublicFrame>
  )
}

export default AppPage
