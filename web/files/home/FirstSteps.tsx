import type { FirstSteps as Steps } from '@kaiwa/contract/home.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Anchor, Button, CloseButton, Title, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../platform/call.ts'
import { useSignedIn } from '../../platform/session.ts'
import { useChange } from '../../platform/use-change.ts'
import { useSavedSetting } from '../../platform/use-saved-setting.ts'
import { refreshTree } from '../../tree/queries.ts'
import { fileAddress } from '../file-address.ts'
import styles from './Home.module.css'

interface StepProps {
  isDone: boolean
  title: string
  text: string
  /** Leads to the place of the step. */
  children: ReactNode
}

function Step({ isDone, title, text, children }: StepProps) {
  const { t } = useTranslation('home')
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <div className={styles.about}>
        <div className={styles.stepTitle}>
          {title}
          {isDone && <VisuallyHidden>{t('done')}</VisuallyHidden>}
        </div>
        <div className={styles.quiet}>{text}</div>
        <div className={styles.stepLink}>{children}</div>
      </div>
    </li>
  )
}

interface Props {
  project: Project
  steps: Steps
  /** The button that chooses recordings; null for readers who may not upload. */
  uploadButton: ReactNode
}

/** The first steps, ticked from what exists, until all are done or the person closes them. */
export function FirstSteps({ project, steps: { sample, has_uploaded, has_invited }, uploadButton }: Props) {
  const { t } = useTranslation('home')
  const common = useTranslation().t
  const id = useId()
  const { user } = useSignedIn()
  const [isClosed, setIsClosed] = useSavedSetting('is_first_steps_closed')
  const addSample = useChange(() => call('addSample'), { refresh: refreshTree })
  const steps = [
    project.can.create_folder && { key: 'sample', isDone: sample !== null },
    Boolean(uploadButton) && { key: 'upload', isDone: has_uploaded },
    user.can.view_members && { key: 'invite', isDone: has_invited },
  ].filter((step) => step !== false)
  if (isClosed || steps.every(({ isDone }) => isDone)) return null
  const links: Readonly<Record<string, ReactNode>> = {
    sample: sample ? (
      <Anchor component={Link} to={fileAddress(sample)} size="sm">
        {t('openSample')}
      </Anchor>
    ) : (
      <Button variant="light" loading={addSample.isPending} onClick={() => addSample.mutate(undefined)}>
        {t('addSample')}
      </Button>
    ),
    upload: !has_uploaded && uploadButton,
    invite: (
      <Anchor component={Link} to="/mypage/member" size="sm">
        {t('members')}
      </Anchor>
    ),
  }
  return (
    <section className={styles.part} aria-labelledby={id} data-part="steps">
      <div className={styles.head}>
        <Title order={2} id={id} className={styles.title ?? ''}>
          {t('steps')}
        </Title>
        <CloseButton className={styles.close ?? ''} aria-label={common('close')} onClick={() => setIsClosed(true)} />
      </div>
      <ol className={styles.steps}>
        {steps.map(({ key, isDone }) => (
          <Step
            key={key}
            isDone={isDone}
            title={t(`step.${key as 'sample'}.title`)}
            text={t(`step.${key as 'sample'}.text`)}
          >
            {links[key]}
          </Step>
        ))}
      </ol>
    </section>
  )
}
