import { Button, Group, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptureFailure } from '../capture/capture-problem.ts'
import { openSources } from '../capture/open-sources.ts'
import type { CaptureChoice, CaptureProblem, Sources } from '../types.ts'
import { LevelMeters } from './LevelMeters.tsx'
import { Preview } from './Preview.tsx'

const CHECK_MS = 200
/** A level of speech, in decibels. */
const SPEECH_DB = -50

/** True from the first sound of these sources. */
function useSoundHeard(sources: Sources): boolean {
  const [isHeard, setIsHeard] = useState(false)
  useEffect(() => {
    if (isHeard) return undefined
    const timer = setInterval(() => setIsHeard(sources.recentLevel() > SPEECH_DB), CHECK_MS)
    return () => clearInterval(timer)
  }, [sources, isHeard])
  return isHeard
}

interface Props {
  choice: CaptureChoice
  /** Called when devices were opened: they then have names. */
  onOpened: () => void
  onProblem: (problem: CaptureProblem) => void
}

function OpenTest({ sources }: { sources: Sources }) {
  const { t } = useTranslation('recording')
  const isHeard = useSoundHeard(sources)
  return (
    <Stack gap="xs">
      <LevelMeters channels={sources.channels} readLevels={sources.levels} />
      <Text size="sm" c={isHeard ? undefined : 'dimmed'} role="status">
        {t(isHeard ? 'setup.heard' : 'setup.testText')}
      </Text>
      {sources.preview && <Preview stream={sources.preview} />}
    </Stack>
  )
}

/**
 * Tries the microphone and the camera before the recording, until it is unmounted: give it another key for other devices. A
 * screen is asked for at the start only.
 */
export function SoundTest({ choice, onOpened, onProblem }: Props) {
  const { t } = useTranslation('recording')
  const [sources, setSources] = useState<Sources | null>(null)
  const [isOpening, setIsOpening] = useState(false)
  const { microphoneId, cameraId } = choice
  /** Aborted by the end of the test, also while devices are opened. */
  const test = useRef(new AbortController())
  const end = useCallback((): void => {
    test.current.abort()
    setSources(null)
  }, [])
  useEffect(() => end, [end])
  if (microphoneId === null) return null

  const start = async (): Promise<void> => {
    const { signal } = (test.current = new AbortController())
    setIsOpening(true)
    try {
      const opened = await openSources({ microphoneId, cameraId, screen: null })
      if (signal.aborted) return opened.close()
      signal.addEventListener('abort', opened.close)
      setSources(opened)
      onOpened()
      opened.subscribe(onProblem)
    } catch (error) {
      if (!(error instanceof CaptureFailure)) throw error
      onProblem(error.problem)
    } finally {
      setIsOpening(false)
    }
  }
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" loading={isOpening} onClick={() => (sources ? end() : void start())}>
          {t(sources ? 'setup.stopTest' : 'setup.test')}
        </Button>
      </Group>
      {sources && <OpenTest sources={sources} />}
    </Stack>
  )
}
