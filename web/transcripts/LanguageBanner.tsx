import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { Alert, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeLanguageDialog } from '../files/ChangeLanguageDialog.tsx'
import { languageOf, useLanguageName } from '../files/language-name.ts'
import { installationQuery } from '../platform/installation-query.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { lacksEngine, spokenLanguages } from '../platform/spoken-languages.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { isDismissed, rememberDismissed } from './dismissed-languages.ts'
import styles from './FilePage.module.css'
import type { FileDetail } from './queries.ts'

/**
 * Shows the detected language and offers others, until the reader closes it or the transcript is edited. The server
 * does not allow the change for an edited transcript.
 */
export function LanguageBanner({ file }: { file: FileDetail }) {
  const { t } = useTranslation('transcripts')
  const common = useTranslation().t
  const client = useQueryClient()
  const { user } = useSignedIn()
  const name = useLanguageName()
  const { data: installation } = useQuery(installationQuery)
  const [isClosed, setIsClosed] = useState(() => isDismissed(user.id, file.id))
  const [chosen, setChosen] = useState<SpokenLanguage | null>(null)
  useChannel(fileChannel(file.id), {
    'transcript-changed': () => void refreshQueries(client, ['file', file.id]),
  })
  const current = languageOf(file)
  const others = spokenLanguages(installation).filter(
    (language) => language !== 'auto' && language !== current && !lacksEngine(installation, language),
  )
  if (isClosed || others.length === 0) return null
  const handleClose = (): void => {
    rememberDismissed(user.id, file.id)
    setIsClosed(true)
  }
  return (
    <Alert
      className={styles.note}
      variant="light"
      py={6}
      withCloseButton
      closeButtonLabel={common('close')}
      onClose={handleClose}
    >
      <Group gap="xs">
        <span>{t('languageDetected', { language: name(current) })}</span>
        {others.map((language) => (
          <Button key={language} size="compact-xs" variant="default" onClick={() => setChosen(language)}>
            {t('analyseIn', { language: name(language) })}
          </Button>
        ))}
      </Group>
      {chosen && <ChangeLanguageDialog file={file} language={chosen} onClose={() => setChosen(null)} />}
    </Alert>
  )
}
