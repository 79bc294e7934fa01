import { Alert, Input, ScrollArea, Skeleton, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ExportDialog.module.css'
import type { usePreview } from './queries.ts'

interface Props {
  preview: ReturnType<typeof usePreview>
  isNothing: boolean
}

/** The first lines of the exported file. */
export function ExportPreview({ preview, isNothing }: Props) {
  const { t } = useTranslation('exchange')
  const id = useId()
  const { data, error, isPlaceholderData } = preview
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {t('preview')}
        {data && !isNothing ? `: ${data.file_name}` : ''}
      </Input.Label>
      {error && !data ? (
        <Alert color="red" variant="light">
          {t('previewFailed')}
        </Alert>
      ) : !data ? (
        <Skeleton height="12rem" />
      ) : (
        <ScrollArea
          className={styles.preview}
          // Scrollable content must be reachable by keyboard.
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-labelledby': id }}
        >
          <pre className={styles.text} data-stale={isPlaceholderData || undefined}>
            {isNothing || data.text.trim() === '' ? t('previewEmpty') : data.text}
          </pre>
        </ScrollArea>
      )}
      {data && !isNothing && !data.is_whole && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('previewCut')}
        </Text>
      )}
    </div>
  )
}
