import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { changeUser, useSignedIn } from '../platform/session.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { projectQuery } from '../workspace/queries.ts'
import { BeginStep } from './BeginStep.tsx'
import { IntroStep } from './IntroStep.tsx'
import { after } from './steps.ts'
import type { Step } from './steps.ts'

/**
 * The first visit (WS-03): what Kaiwa does in three scenes of our own, then a folder, so that the next click is an upload.
 * It comes once; skipping it counts as seen, on this and on every other device.
 */
export const Welcome = () => {
  const { t } = useTranslation('welcome')
  const { user, all_items: items } = useSignedIn()
  const root = items.find(({ is_root_item: isRoot }) => isRoot)
  const { data: project } = useQuery({ ...projectQuery(root?.resource_id ?? 0), enabled: root !== undefined })
  const [step, setStep] = useState<Step>('record')
  const end = (): void => {
    changeUser({ ...user, is_visited: true })
    // When it cannot be told, the next visit begins with the welcome again: no harm.
    void call('updateFirstVisited').catch(() => undefined)
  }
  return (
    <Dialog opened title={t('title')} onClose={end}>
      {step === 'begin' ? (
        <BeginStep
          // Who has folders already, or may make none, only has to begin.
          parent={project?.can.create_folder && root?.children.length === 0 ? root.id : null}
          onEnd={end}
        />
      ) : (
        <IntroStep key={step} step={step} onNext={() => setStep(after(step))} onSkip={end} />
      )}
    </Dialog>
  )
}
