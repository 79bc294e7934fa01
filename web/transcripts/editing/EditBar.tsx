import { focusText } from '@kaiwa/editor/focus-text.ts'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterPaint } from '../../platform/after-paint.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useSignedIn } from '../../platform/session.ts'
import { useOpenFile } from '../open-file.ts'
import type { ToolbarWidth } from '../layout-widths.ts'
import type { EditState } from './edit-state.ts'
import { useEditState } from './use-editing.ts'

function loadButtons() {
  return import('./EditingButtons.tsx')
}

const EditingButtons = lazyPart(async () => (await loadButtons()).EditingButtons)
const TakeOverDialog = lazyPart(async () => (await import('./TakeOverDialog.tsx')).TakeOverDialog, ['editing'])

/** Calls `onUse` after the first press of a pointer or key while the component is mounted. */
function useFirstUse(onUse: () => void): void {
  const handleUse = useEffectEvent(onUse)
  useEffect(() => {
    const abort = new AbortController()
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(
        type,
        () => {
          abort.abort()
          afterPaint(() => handleUse())
        },
        { capture: true, passive: true, signal: abort.signal },
      )
    return () => abort.abort()
  }, [])
}

/**
 * The buttons of edit mode replace each other. After a press by keyboard, the focus moves into the text when edit mode has
 * started, and to the button that starts it when it has ended or could not start.
 */
function useKeyboardFocus(mode: EditState['mode']) {
  const isByKeyboard = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isByKeyboard.current || mode === 'starting' || mode === 'ending') return
    isByKeyboard.current = false
    if (mode === 'editing') focusText()
    else button.current?.focus({ preventScroll: true })
  }, [mode])
  const handlePress = (event: MouseEvent) => {
    isByKeyboard.current = event.detail === 0
  }
  return { button, handlePress }
}

/** Buttons that start and finish edit mode. Renders nothing for users who may not edit (EDIT-16). */
export function EditBar({ width }: { width: ToolbarWidth }) {
  const { t } = useTranslation('transcripts')
  const { file, control } = useOpenFile()
  const { user } = useSignedIn()
  const { mode, lock } = useEditState(control)
  const [isElsewhere, setIsElsewhere] = useState(false)
  const { button, handlePress } = useKeyboardFocus(mode)
  const isTaken = lock !== null && lock.by.id !== user.id
  // Edit mode then starts without waiting for its code. A failure is shown when it starts.
  const prepare = () => {
    if (file.can.edit && !isTaken) Promise.all([control.prepare(), loadButtons()]).catch(() => undefined)
  }
  // A finger does not point at the button before it presses it.
  useFirstUse(prepare)
  if (!file.can.edit) return null
  if (mode === 'editing' || mode === 'ending') return <EditingButtons width={width} onFinish={handlePress} />
  const handleEdit = async (event: MouseEvent) => {
    handlePress(event)
    if (!isTaken) setIsElsewhere((await control.start()) === 'elsewhere')
  }
  return (
    <>
      <Button
        ref={button}
        variant="light"
        size="xs"
        leftSection={<IconPencil aria-hidden size={16} />}
        loading={mode === 'starting'}
        // Stays focusable, so that screen readers announce the reason (EDIT-17).
        aria-disabled={isTaken}
        data-disabled={isTaken || undefined}
        title={isTaken ? t('editTaken') : undefined}
        aria-description={isTaken ? t('editTaken') : undefined}
        onPointerEnter={() => afterPaint(prepare)}
        onFocus={prepare}
        onClick={(event) => void handleEdit(event)}
      >
        {t('edit')}
      </Button>
      {isElsewhere && <TakeOverDialog onClose={() => setIsElsewhere(false)} />}
    </>
  )
}
