import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import styles from './Screen.module.css'

/** Shown for content that failed to load: the error and a retry button. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.screen} role="alert">
      <Text>{errorText(error)}</Text>
      <Button variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
