import { ActionIcon, Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { markFocusedBlock } from '@kaiwa/editor/focused-block.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useOpenFile } from '../open-file.ts'
import type { ToolbarWidth } from '../layout-widths.ts'
import { useEditState } from './use-editing.ts'
import { useUnsaved } from './use-page-lifecycle.ts'

const FinishDialog = lazyPart(async () => (await import('./FinishDialog.tsx')).FinishDialog, ['editing'])

/** Keeps focus and caret in the text. */
export function keepFocus(event: MouseEvent) {
  return event.preventDefault()
}

interface Props {
  width: ToolbarWidth
  onFinish: (event: MouseEvent) => void
}

/** 'Save temporarily' and 'Finish editing' (EDIT-18). */
export function EditingButtons({ width, onFinish }: Props) {
  const { t } = useTranslation('transcripts')
  const { session, control } = useOpenFile()
  const { mode, saving } = useEditState(control)
  const isUnsaved = useUnsaved(session)
  const [asking, setAsking] = useState(false)
  const [isFinishing, setIsFinishing] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    markFocusedBlock(abort.signal)
    return () => abort.abort()
  }, [])
  const handleFinish = async (event: MouseEvent) => {
    onFinish(event)
    setIsFinishing(true)
    setAsking(!(await control.finishIfSaved()))
    setIsFinishing(false)
  }
  const save = {
    'aria-label': t('saveTemporarily'),
    disabled: !isUnsaved || saving === 'saving',
    onMouseDown: keepFocus,
    onClick: () => void control.save(),
  }
  return (
    <>
      {width === 'icon' || width === 'narrow' ? (
        <ActionIcon variant="default" size={32} title={t('saveTemporarily')} {...save}>
          <IconDeviceFloppy aria-hidden size={18} />
        </ActionIcon>
      ) : (
        <Button variant="default" size="xs" {...save}>
          {t('saveTemporarily')}
        </Button>
      )}
      <Button
        size="xs"
        loading={isFinishing || mode === 'ending'}
        onMouseDown={keepFocus}
        onClick={(event) => void handleFinish(event)}
      >
        {t('finishEditing')}
      </Button>
      {asking && <FinishDialog onClose={() => setAsking(false)} />}
    </>
  )
}
