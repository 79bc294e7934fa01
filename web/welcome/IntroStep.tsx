import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Scene } from './Scene.tsx'
import { StepText } from './StepText.tsx'
import type { Step } from './steps.ts'
import styles from './Welcome.module.css'

interface Props {
  step: Exclude<Step, 'begin'>
  onNext: () => void
  onSkip: () => void
}

/** One animation of the intro with its text. */
export function IntroStep({ step, onNext, onSkip }: Props) {
  const { t } = useTranslation('welcome')
  const forward = useRef<HTMLButtonElement>(null)
  // Enter moves through all steps.
  useEffect(() => forward.current?.focus(), [])
  return (
    <div className={styles.step}>
      <Scene step={step} />
      <StepText step={step} text={t(`steps.${step}.text`)} />
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={onSkip}>
          {t('skip')}
        </Button>
        <Button ref={forward} onClick={onNext} data-autofocus>
          {t('next')}
        </Button>
      </Group>
    </div>
  )
}
