import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptureFailure } from '../capture/capture-problem.ts'
import { openSources } from '../capture/open-sources.ts'
import type { CaptureChoice, CaptureProblem, RecordingSession } from '../types.ts'
import { Notice } from './Notice.tsx'
import { type Problem, problemText } from './problem-text.ts'
import { lastChoice } from './recording-choice.ts'

/** The choice without the source that has the problem; null if nothing is left to be recorded. */
export function choiceWithout({ device }: Problem, choice: CaptureChoice): CaptureChoice | null {
  const rest: CaptureChoice = {
    microphoneId: device === 'microphone' ? null : choice.microphoneId,
    screen: device === 'screen' ? null : choice.screen,
    cameraId: device === 'camera' ? null : choice.cameraId,
  }
  return rest.microphoneId === null && rest.screen === null ? null : rest
}

interface Props {
  session: RecordingSession
  problem: CaptureProblem
}

/** A problem of a source while it is recorded: try it again, or go on without it. */
export function SourceProblem({ session, problem }: Props) {
  const { t } = useTranslation('recording')
  const [failure, setFailure] = useState<Problem | null>(null)
  const [isOpening, setIsOpening] = useState(false)
  const open = async (choice: CaptureChoice): Promise<void> => {
    setIsOpening(true)
    setFailure(null)
    try {
      await session.replaceSources(await openSources(choice), 'device')
    } catch (error) {
      if (!(error instanceof CaptureFailure)) throw error
      setFailure(error.problem)
    } finally {
      setIsOpening(false)
    }
  }
  const shown = failure ?? problem
  const rest = choiceWithout(problem, lastChoice())
  return (
    <Notice kind="problem" text={t(problemText(shown))}>
      <Button size="xs" variant="default" loading={isOpening} onClick={() => void open(lastChoice())}>
        {t('tryAgain')}
      </Button>
      {rest && (
        <Button size="xs" variant="default" disabled={isOpening} onClick={() => void open(rest)}>
          {t('withoutIt')}
        </Button>
      )}
    </Notice>
  )
}
