import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconPlayerRecordFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../platform/dates.ts'
import { currentLanguage } from '../../platform/i18n.ts'
import { installationQuery } from '../../platform/installation-query.ts'
import { preselectedLanguage } from '../../platform/spoken-languages.ts'
import { CaptureFailure } from '../capture/capture-problem.ts'
import { support } from '../capture/devices.ts'
import { openSources } from '../capture/open-sources.ts'
import { startSession } from '../session/recording-session.ts'
import { EngineNotice } from './EngineNotice.tsx'
import { FolderField } from './FolderField.tsx'
import { LanguageField } from './LanguageField.tsx'
import { Notice } from './Notice.tsx'
import { type Problem, problemText } from './problem-text.ts'
import styles from './Recording.module.css'
import { availableChoice, lastChoice, rememberChoice } from './recording-choice.ts'
import { setStoredHere } from './recorded-here.ts'
import { isLowSpace, QuotaNotices, Remaining } from './Remaining.tsx'
import { SoundTest } from './SoundTest.tsx'
import { SourceChoices } from './SourceChoices.tsx'
import { freeBytesQuery } from './stored-queries.ts'
import { useDevices } from './use-devices.ts'

/** `録音 2026-11-27 19:30`: the title of a recording that begins now. A slash would divide a file name. */
function defaultTitle(): string {
  return i18next.t('recording:finish.defaultTitle', { at: formatDateTime(new Date()).replaceAll('/', '-') })
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <Title order={2} className={styles.partTitle ?? ''}>
        {title}
      </Title>
      {children}
    </section>
  )
}

/** The choices before a recording, and its start. */
export function Setup({ project }: { project: Project }) {
  const { t } = useTranslation('recording')
  const { microphones, cameras, refresh } = useDevices()
  const { canRecord, canShareScreen } = support()
  const [chosen, setChosen] = useState(lastChoice)
  const choice = availableChoice(chosen, { microphones, cameras }, canShareScreen)
  const [folderId, setFolderId] = useState(project.id)
  const { data: installation } = useQuery(installationQuery)
  const [chosenLanguage, setLanguage] = useState<SpokenLanguage | null>(null)
  // As for an upload.
  const language = chosenLanguage ?? preselectedLanguage(installation, currentLanguage())
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const { data: freeBytes = null } = useQuery(freeBytesQuery)

  // Such a page has no devices at all: other sentences would blame the browser.
  const unusable = !globalThis.isSecureContext ? 'insecure' : canRecord ? null : 'unsupported'
  if (unusable)
    return (
      <div className={styles.setup}>
        <Notice kind="problem" title={t(`setup.${unusable}Title`)} text={t(`setup.${unusable}Text`)} />
      </div>
    )

  const start = async (): Promise<void> => {
    setIsStarting(true)
    setProblem(null)
    try {
      // First: the browser shows its dialog for a screen only right after a click.
      const sources = await openSources(choice)
      await startSession({ title: defaultTitle(), folderId, language, numSpeaker: 0 }, sources).catch(
        (error: unknown) => {
          sources.close()
          throw error
        },
      )
      rememberChoice(choice)
      setStoredHere(true)
    } catch (error) {
      if (error instanceof CaptureFailure) setProblem(error.problem)
      else if (error instanceof DOMException && error.name === 'QuotaExceededError')
        setProblem({ device: 'storage', kind: 'full' })
      else throw error
    } finally {
      setIsStarting(false)
    }
  }
  const hasSound = choice.microphoneId !== null || choice.screen !== null
  return (
    <div className={styles.setup}>
      <Notice kind="info" title={t('setup.informTitle')} text={t('setup.inform')} />
      <QuotaNotices />
      {isLowSpace(freeBytes) && <Notice kind="warning" text={t('lowSpace')} />}
      <EngineNotice language={language} />
      {problem && (
        <Notice kind="problem" text={t(problemText(problem))}>
          <Button size="xs" variant="default" onClick={() => void start()}>
            {t('tryAgain')}
          </Button>
        </Notice>
      )}
      <Part title={t('setup.sources')}>
        <SourceChoices
          choice={choice}
          microphones={microphones}
          cameras={cameras}
          isDisabled={isStarting}
          onChange={(next) => {
            setChosen(next)
            setProblem(null)
          }}
        />
        <SoundTest
          key={`${choice.microphoneId} ${choice.cameraId}`}
          choice={choice}
          onOpened={() => {
            refresh()
            setProblem(null)
          }}
          onProblem={setProblem}
        />
      </Part>
      <Part title={t('setup.details')}>
        <div className={styles.fields}>
          <FolderField value={folderId} onChange={setFolderId} />
          <LanguageField value={language} onChange={setLanguage} />
        </div>
      </Part>
      <Part title={t('setup.remaining')}>
        <Remaining freeBytes={freeBytes} />
      </Part>
      <Stack gap="xs" className={styles.start}>
        <Button
          size="md"
          color="red"
          leftSection={<IconPlayerRecordFilled size={16} aria-hidden="true" />}
          loading={isStarting}
          disabled={!hasSound}
          onClick={() => void start()}
        >
          {t('setup.start')}
        </Button>
        {!hasSound && (
          <Text size="sm" c="dimmed">
            {t('setup.nothing')}
          </Text>
        )}
      </Stack>
    </div>
  )
}
