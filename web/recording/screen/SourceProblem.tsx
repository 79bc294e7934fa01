import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CaptureFailure } from '../capture/capture-problem.ts'
import { openSources } from '../capture/open-sources.ts'
import type { CaptureChoice, CaptureProblem, RecordingSession } from '../types.ts'
import { Notice } from './Notice.tsx'
import { type Problem, problemText } from './problem-text.ts'
import { lastChoice, rememberChoice } from './recording-choice.ts'
import { DeviceChoice } from './SourceChoices.tsx'
import { useDevices } from './use-devices.ts'

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
  const [isAccepted, setIsAccepted] = useState(false)
  const { microphones } = useDevices()
  // Only the microphone is opened again: a screen stays shared, and the browser does not ask for it a second time.
  const isMicrophone = problem.device === 'microphone' && (problem.kind === 'lost' || problem.kind === 'busy')
  const { microphoneId } = lastChoice()
  const run = async (work: () => Promise<void>): Promise<void> => {
    setIsOpening(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CaptureFailure)) throw error
      setFailure(error.problem)
    } finally {
      setIsOpening(false)
    }
  }
  const open = (choice: CaptureChoice) => run(async () => session.replaceSources(await openSources(choice), 'device'))
  const openMicrophone = (id: string) =>
    run(async () => {
      await session.chooseMicrophone(id)
      rememberChoice({ ...lastChoice(), microphoneId: id })
    })
  const continueWithout = (rest: CaptureChoice): void => {
    // The screen is still recorded: nothing has to be opened.
    if (isMicrophone && session.get().phase === 'recording') setIsAccepted(true)
    else void open(rest)
  }
  if (isAccepted) return null
  const shown = failure ?? problem
  const rest = choiceWithout(problem, lastChoice())
  return (
    <Notice kind="problem" text={t(problemText(shown))}>
      {isMicrophone && microphones.length > 1 && (
        <DeviceChoice
          label={t('setup.microphoneDevice')}
          system={t('setup.systemDevice')}
          unnamed={(number) => t('setup.unnamedMicrophone', { number })}
          value={microphoneId ?? 'default'}
          devices={microphones}
          onChange={(id) => void openMicrophone(id)}
        />
      )}
      <Button
        size="xs"
        variant="default"
        loading={isOpening}
        onClick={() => void (isMicrophone ? openMicrophone(microphoneId ?? 'default') : open(lastChoice()))}
      >
        {t('tryAgain')}
      </Button>
      {rest && (
        <Button size="xs" variant="default" disabled={isOpening} onClick={() => continueWithout(rest)}>
          {t('withoutIt')}
        </Button>
      )}
    </Notice>
  )
}
