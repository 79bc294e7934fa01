import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { removeFirstView } from '../platform/first-view.ts'
import { errorText } from '../platform/error-text.ts'
import styles from './Screen.module.css'

/** Shown for content that failed to load: the error and a retry button. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  useEffect(removeFirstView, [])
  return (
    <div className={styles.screen} role="alert">
      <Text>{errorText(error)}</Text>
      <Button variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
