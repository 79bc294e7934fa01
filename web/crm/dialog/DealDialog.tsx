import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guardLeaving, isLeavingGuarded } from '../../platform/leave-guard.ts'
import { useOpenFile } from '../../transcripts/open-file.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { HubspotNotice } from '../HubspotNotice.tsx'
import type { FileDeal } from '../queries.ts'
import type { Step } from './Column.tsx'
import { DealColumn } from './DealColumn.tsx'
import styles from './Dialog.module.css'
import { DialogFooter, STEPS } from './DialogFooter.tsx'
import { Preview } from './Preview.tsx'
import { PropertyColumn } from './PropertyColumn.tsx'
import { StageColumn } from './StageColumn.tsx'
import { useDealDialog } from './use-deal-dialog.ts'
import { useDealWrite } from './use-deal-write.ts'

/** Width in pixels (CRM-16). */
const WIDTH = 1220
/** Below this width the columns become steps. */
const NARROW = '(max-width: 768px)'

interface StepsProps {
  step: Step
  onStep: (step: Step) => void
}

function Steps({ step, onStep }: StepsProps) {
  const { t } = useTranslation('crm')
  return (
    <nav aria-label={t('dialog.steps')}>
      <ol className={styles.steps}>
        {STEPS.map((one) => (
          <li key={one}>
            <button type="button" aria-current={one === step ? 'step' : undefined} onClick={() => onStep(one)}>
              {t(`dialog.${one}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Asks before entered values are lost, with the dialog or with the page (CRM-33). */
function useCloseQuestion(hasEdits: boolean, onClose: () => void) {
  const [onLeave, setOnLeave] = useState<(() => void) | null>(null)
  const ask = useEffectEvent((go: () => void) => setOnLeave(() => go))
  useEffect(() => (hasEdits && !isLeavingGuarded() ? guardLeaving((go) => ask(go)) : undefined), [hasEdits])
  return {
    isAsking: onLeave !== null,
    close: () => (hasEdits ? setOnLeave(() => onClose) : onClose()),
    stay: () => setOnLeave(null),
    leave: () => {
      setOnLeave(null)
      onLeave?.()
    },
  }
}

interface Props {
  fileDeal: FileDeal
  onClose: () => void
}

/** Chooses a deal and its properties, proposes values from the conversation, and writes them to HubSpot. */
export function DealDialog({ fileDeal, onClose }: Props) {
  const { t } = useTranslation('crm')
  const { t: common } = useTranslation()
  const { file } = useOpenFile()
  const dialog = useDealDialog(file.id, fileDeal)
  const write = useDealWrite({ fileId: file.id, dialog, onWritten: onClose })
  const question = useCloseQuestion(dialog.hasEdits, onClose)
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const [step, setStep] = useState<Step>('stage')
  // Without pipelines and properties nothing can be chosen.
  const hasFailed = !dialog.master.data && Boolean(dialog.master.error ?? dialog.master.failureReason)
  const shows = (one: Step) => !isNarrow || step === one
  const handleChoose: typeof dialog.choose = (deal) => {
    write.reset()
    dialog.choose(deal)
  }
  return (
    <Modal
      opened
      onClose={question.close}
      title={<strong className={styles.title}>{t('dialog.title')}</strong>}
      size={WIDTH}
      xOffset={12}
      yOffset={16}
      centered
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': common('close') }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ content: styles.content!, body: styles.body! }}
    >
      {isNarrow && !hasFailed && <Steps step={step} onStep={setStep} />}
      {hasFailed ? (
        <div className={styles.failure}>
          <HubspotNotice {...dialog.master} />
        </div>
      ) : (
        <div className={styles.columns} data-narrow={isNarrow || undefined}>
          {shows('stage') && <StageColumn dialog={dialog} />}
          {shows('deal') && <DealColumn dialog={dialog} fileId={file.id} onChoose={handleChoose} />}
          {shows('properties') && <PropertyColumn dialog={dialog} fileId={file.id} />}
          {shows('preview') && <Preview dialog={dialog} write={write} />}
        </div>
      )}
      <DialogFooter
        dialog={dialog}
        write={write}
        {...(isNarrow ? { step } : {})}
        onStep={setStep}
        onCancel={question.close}
      />
      {/* Not in the document before: the Escape that asks would answer it, too. */}
      {question.isAsking && (
        <ConfirmDialog
          opened
          title={t('dialog.closeTitle')}
          text={t('dialog.closeText')}
          confirmLabel={t('dialog.discard')}
          danger
          onConfirm={question.leave}
          onClose={question.stay}
        />
      )}
    </Modal>
  )
}
