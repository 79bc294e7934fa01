import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { STEPS } from './steps.ts'
import type { Step } from './steps.ts'
import styles from './Welcome.module.css'

/** Title and text of a step; announced to screen readers when the step changes. */
export function StepText({ step, text }: { step: Step; text: string }) {
  const { t } = useTranslation('welcome')
  const index = STEPS.indexOf(step)
  return (
    <div className={styles.words} aria-live="polite">
      <span className={styles.places} role="img" aria-label={t('place', { step: index + 1, total: STEPS.length })}>
        {STEPS.map((name) => (
          <span key={name} data-here={name === step} />
        ))}
      </span>
      <Title order={2} size="h4">
        {t(`steps.${step}.title`)}
      </Title>
      <Text c="dimmed">{text}</Text>
    </div>
  )
}
