import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Disconnected, WaitNotice } from '../HubspotNotice.tsx'
import type { Step } from './Column.tsx'
import { isResolved } from './conflicts.ts'
import styles from './Dialog.module.css'
import type { DealDialogState } from './use-deal-dialog.ts'
import type { DealWrite } from './use-deal-write.ts'

export const STEPS: readonly Step[] = ['stage', 'deal', 'properties', 'preview']

interface Props {
  dialog: DealDialogState
  write: DealWrite
  /** The shown step of a narrow window; absent when all columns are shown. */
  step?: Step
  /** True shortly after the step changed: the press may be the second one of a double tap. */
  isSettling: boolean
  onStep: (step: Step) => void
  onCancel: () => void
}

function useNote({ fileDeal, selected }: DealDialogState): string | null {
  const { t } = useTranslation('crm')
  const { note, remain } = fileDeal
  if (selected.size > LIMITS.crmGenerated) return t('dialog.tooManyGenerated', { count: LIMITS.crmGenerated })
  if (remain < 1) return t('dialog.noChat')
  const cost = t('dialog.cost', { count: remain })
  return note === null ? cost : t('sentences', { first: t(`dialog.rulesAbout.${note}`), second: cost })
}

/** The buttons of the dialog (CRM-23), and what a generation costs. */
export function DialogFooter({ dialog, write, step, isSettling, onStep, onCancel }: Props) {
  const { t } = useTranslation('crm')
  const { deal, generation, rows, selected, fileDeal } = dialog
  const dealId = deal.data?.id
  const isBusy = isSettling || generation.isStarting || generation.isWriting || write.isWriting
  const hasChoice = dealId !== undefined && selected.size > 0 && rows.length > 0
  // An entry is not sent if the person keeps the value of HubSpot.
  const hasProblem = rows.some(
    ({ problem, property }) => problem !== null && write.conflicts.get(property.name)?.choice !== 'theirs',
  )
  const note = useNote(dialog)
  const at = step ? STEPS.indexOf(step) : -1
  const handleGenerate = () => {
    if (dealId === undefined) return
    onStep('preview')
    void generation.start(
      dealId,
      rows.map(({ property }) => property.name),
    )
  }
  const until = generation.waitUntil ?? write.waitUntil
  const handleStop = () => (write.waitUntil === null ? void generation.stop() : write.stop())
  const handleStep = ({ detail }: MouseEvent, next: number) => {
    // The second press of a double click would skip a step.
    if (detail <= 1) onStep(STEPS[next]!)
  }
  const isLast = at < 0 || at === STEPS.length - 1
  return (
    <footer className={styles.footer}>
      {until !== null && (
        <div className={styles.wait}>
          <WaitNotice until={until} />
          <Button variant="default" size="compact-sm" onClick={handleStop}>
            {t('dialog.stop')}
          </Button>
        </div>
      )}
      {(generation.isDisconnected || write.isDisconnected) && <Disconnected hasEntries />}
      {(isLast || step === 'properties') && <p className={styles.note}>{note}</p>}
      <div className={styles.buttons}>
        {(isLast || step === 'properties') && (
          <Button
            variant="light"
            fullWidth={step !== undefined}
            leftSection={<IconSparkles size={16} aria-hidden />}
            disabled={!hasChoice || isBusy || fileDeal.remain < 1 || rows.length > LIMITS.crmGenerated}
            onClick={handleGenerate}
          >
            {t('dialog.generate')}
          </Button>
        )}
        {step === undefined && <span className={styles.spring} />}
        <Button variant="default" disabled={write.isWriting} onClick={onCancel}>
          {t('dialog.cancel')}
        </Button>
        {at > 0 && (
          <Button variant="default" disabled={write.isWriting} onClick={(event) => handleStep(event, at - 1)}>
            {t('dialog.back')}
          </Button>
        )}
        {/* With keys: the button that writes is not the one under the finger. */}
        {isLast ? (
          <Button
            key="connect"
            disabled={!hasChoice || hasProblem || !isResolved(write.conflicts) || (isBusy && !write.isWriting)}
            loading={write.isWriting}
            onClick={() => void write.write()}
          >
            {t('dialog.connect')}
          </Button>
        ) : (
          <Button key="next" onClick={(event) => handleStep(event, at + 1)}>
            {t('dialog.next')}
          </Button>
        )}
      </div>
    </footer>
  )
}
