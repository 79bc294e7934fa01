import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../platform/save-file.ts'
import { useSignedIn } from '../../platform/session.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './TwoFactor.module.css'

/** New recovery codes, shown until the user confirms that they are saved; they cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('twoFactor')
  const { user } = useSignedIn()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const handleDownload = (): void => {
    const lines = [t('fileHeader', { email: user.email }), '', ...codes, '']
    saveFile(new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' }), 'kaiwa-recovery-codes.txt')
  }
  return (
    <Stack gap="md">
      <Title order={3} size="h6" ref={title} tabIndex={-1} className={styles.codesTitle}>
        {t('codesTitle')}
      </Title>
      <Text>{t('codesText')}</Text>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton text={codes.join('\n')} label={t('copy')} />
        <Button variant="default" onClick={handleDownload}>
          {t('download')}
        </Button>
        <Button onClick={onDone}>{t('done')}</Button>
      </Group>
    </Stack>
  )
}
