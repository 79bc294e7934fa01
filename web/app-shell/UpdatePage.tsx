import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pageVersion } from '../platform/program-version.ts'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import styles from './AppShell.module.css'
import { cancelUpdate, checkForUpdate, updateNow, useUpdate } from './update.ts'

/** /update: the versions of the app, what an update does, and its button (APP-11). */
function UpdatePage() {
  const { t } = useTranslation('appShell')
  const { available, phase } = useUpdate()
  useEffect(() => void checkForUpdate(), [])
  const isWaiting = phase === 'waiting'
  const status =
    pageVersion() === ''
      ? t('updateDevelopment')
      : isWaiting
        ? t('updateWaiting')
        : available !== null
          ? t('updateAvailable')
          : phase === 'unreachable'
            ? t('updateUnreachable')
            : phase === 'checking'
              ? ''
              : t('updateNone')
  return (
    <PublicFrame title={t('updateTitle')}>
      <Text role="status" mb="md">
        {status}
      </Text>
      <dl className={styles.versions}>
        <dt>{t('updateCurrent')}</dt>
        <dd>{pageVersion() || '–'}</dd>
        {available !== null && (
          <>
            <dt>{t('updateNew')}</dt>
            <dd>{available}</dd>
          </>
        )}
      </dl>
      {available !== null && (
        <>
          <Text size="sm" mb="xs">
            {t('updateWhat')}
          </Text>
          <Text size="sm" mb="md">
            {t('updateOthers')}
          </Text>
        </>
      )}
      <Group>
        {isWaiting ? (
          <Button variant="default" onClick={cancelUpdate}>
            {t('updateStop')}
          </Button>
        ) : available !== null ? (
          <Button onClick={updateNow}>{t('updateNow')}</Button>
        ) : (
          <Button variant="default" loading={phase === 'checking'} onClick={() => void checkForUpdate()}>
            {t('updateCheck')}
          </Button>
        )}
      </Group>
    </PublicFrame>
  )
}

export default UpdatePage
