import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshQueries } from '../../platform/refresh-queries.ts'
import { useOpenFile } from '../../transcripts/open-file.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { HubspotNotice } from '../HubspotNotice.tsx'
import type { FileDeal } from '../queries.ts'
import type { Step } from './Column.tsx'
import { DealColumn } from './DealColumn.tsx'
import styles from './Dialog.module.css'
import { DialogFooter, STEPS } from './DialogFooter.tsx'
import { Preview } from './Preview.tsx'
import { PropertyColumn } from './PropertyColumn.tsx'
import { StageColumn } from './StageColumn.tsx'
import { useCloseQuestion } from './use-close-question.ts'
import { useDealDialog } from './use-deal-dialog.ts'
import { useDealWrite } from './use-deal-write.ts'
import { useStep } from './use-step.ts'

/** Width in pixels (CRM-16). */
const WIDTH = 1220
/** Below this width the columns become steps. Must match the style sheet. */
const NARROW = '(max-width: 900px)'

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

function CloseQuestion({ leave, stay }: Pick<ReturnType<typeof useCloseQuestion>, 'leave' | 'stay'>) {
  const { t } = useTranslation('crm')
  useFocusReturn('dialog')
  return (
    <ConfirmDialog
      opened
      title={t('dialog.closeTitle')}
      text={t('dialog.closeText')}
      confirmLabel={t('dialog.discard')}
      danger
      onConfirm={leave}
      onClose={stay}
    />
  )
}

/** Values may have been generated while the dialog was closed. */
function useFreshFileDeal(fileId: number): void {
  const client = useQueryClient()
  useEffect(() => void refreshQueries(client, ['crm-file-deal', fileId]), [client, fileId])
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
  useFocusReturn('dialog')
  useFreshFileDeal(file.id)
  const dialog = useDealDialog(file.id, fileDeal)
  const write = useDealWrite({ fileId: file.id, dialog, onWritten: onClose })
  const { hasEdits } = dialog
  const { isWriting } = write
  const question = useCloseQuestion({ hasEdits, isWriting, onClose })
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const columns = useRef<HTMLDivElement>(null)
  const { step, setStep, isSettling } = useStep(columns)
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
      returnFocus={false}
      closeButtonProps={{ 'aria-label': common('close'), disabled: isWriting }}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ content: styles.content!, body: styles.body! }}
    >
      {isNarrow && !hasFailed && <Steps step={step} onStep={setStep} />}
      {hasFailed ? (
        <div className={styles.failure}>
          <HubspotNotice {...dialog.master} />
        </div>
      ) : (
        // Inert while it writes: the values that are sent are those that are shown.
        <div className={styles.columns} data-narrow={isNarrow || undefined} ref={columns} inert={isWriting}>
          <StageColumn dialog={dialog} isShown={shows('stage')} />
          <DealColumn dialog={dialog} fileId={file.id} isShown={shows('deal')} onChoose={handleChoose} />
          <PropertyColumn dialog={dialog} fileId={file.id} isShown={shows('properties')} />
          <Preview dialog={dialog} write={write} isShown={shows('preview')} />
        </div>
      )}
      <DialogFooter
        dialog={dialog}
        write={write}
        isSettling={isSettling}
        {...(isNarrow ? { step } : {})}
        onStep={setStep}
        onCancel={question.close}
      />
      {/* Not in the document before: the Escape that asks would answer it, too. */}
      {question.isAsking && <CloseQuestion leave={question.leave} stay={question.stay} />}
    </Modal>
  )
}
