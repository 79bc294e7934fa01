import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { changeUser, useSignedIn } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { projectQuery } from '../tree/queries.ts'
import { BeginStep } from './BeginStep.tsx'
import { IntroStep } from './IntroStep.tsx'
import { after } from './steps.ts'
import type { Step } from './steps.ts'

/**
 * The welcome of the first visit (WS-03): three animations about Kaiwa, then a first folder, so that the next click is
 * an upload. It is shown once; skipping it counts as seen on every device.
 */
export function Welcome() {
  const { t } = useTranslation('welcome')
  const { user } = useSignedIn()
  const { all_items: items } = useTree()
  const root = items.find(({ is_root_item: isRoot }) => isRoot)
  const { data: project } = useQuery({ ...projectQuery(root?.resource_id ?? 0), enabled: root !== undefined })
  const [step, setStep] = useState<Step>('record')
  const end = (): void => {
    changeUser({ ...user, is_visited: true })
    // If this fails, the next visit shows the welcome again.
    void call('updateFirstVisited').catch(() => undefined)
  }
  return (
    <Dialog opened title={t('title')} onClose={end}>
      {step === 'begin' ? (
        <BeginStep
          // Null for users who have folders already or may not create one.
          parent={project?.can.create_folder && root?.children.length === 0 ? root.id : null}
          onEnd={end}
        />
      ) : (
        <IntroStep key={step} step={step} onNext={() => setStep(after(step))} onSkip={end} />
      )}
    </Dialog>
  )
}
