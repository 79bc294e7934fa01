import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useSignedIn } from '../../platform/session.ts'
import { useOpenFile } from '../open-file.ts'
import type { ToolbarWidth } from '../layout-widths.ts'
import { useEditState } from './use-editing.ts'

function loadButtons() {
  return import('./EditingButtons.tsx')
}

const EditingButtons = lazyPart(async () => (await loadButtons()).EditingButtons)
const TakeOverDialog = lazyPart(async () => (await import('./TakeOverDialog.tsx')).TakeOverDialog, ['editing'])

/** Buttons that start and finish edit mode. Renders nothing for users who may not edit (EDIT-16). */
export function EditBar({ width }: { width: ToolbarWidth }) {
  const { t } = useTranslation('transcripts')
  const { file, control } = useOpenFile()
  const { user } = useSignedIn()
  const { mode, lock } = useEditState(control)
  const [isElsewhere, setIsElsewhere] = useState(false)
  if (!file.can.edit) return null
  if (mode === 'editing' || mode === 'ending') return <EditingButtons width={width} />
  const isTaken = lock !== null && lock.by.id !== user.id
  const handleEdit = async () => {
    if (!isTaken) setIsElsewhere((await control.start()) === 'elsewhere')
  }
  // Edit mode then starts without waiting for its code. A failure is shown when it starts.
  const handleApproach = () => {
    if (!isTaken) Promise.all([control.prepare(), loadButtons()]).catch(() => undefined)
  }
  return (
    <>
      <Button
        variant="light"
        size="xs"
        leftSection={<IconPencil aria-hidden size={16} />}
        loading={mode === 'starting'}
        // Stays focusable, so that screen readers announce the reason (EDIT-17).
        aria-disabled={isTaken}
        data-disabled={isTaken || undefined}
        title={isTaken ? t('editTaken') : undefined}
        aria-description={isTaken ? t('editTaken') : undefined}
        onPointerEnter={handleApproach}
        onFocus={handleApproach}
        onClick={() => void handleEdit()}
      >
        {t('edit')}
      </Button>
      {isElsewhere && <TakeOverDialog onClose={() => setIsElsewhere(false)} />}
    </>
  )
}
