import type { BlockAction } from '@kaiwa/editor'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../platform/toasts.ts'
import { useIsLocked } from '../transcripts/use-is-locked.ts'
import { SectionForm } from './SectionForm.tsx'
import { useSectionChange } from './use-section-change.ts'

interface Props {
  action: BlockAction
  onClose: () => void
}

/** Anchors to the time of the block, because the buttons disappear when the pointer leaves. */
function anchorOf({ anchor }: BlockAction): HTMLElement {
  return anchor.closest('.kaiwa-block')?.querySelector<HTMLElement>('.kaiwa-time') ?? anchor
}

/** Handles a section action of a block line: edit the name or remove the section (EDIT-24). */
export function SectionAction({ action, onClose }: Props) {
  const { t } = useTranslation('sections')
  const isLocked = useIsLocked()
  const change = useSectionChange()
  const isForm = action.type === 'section' && !isLocked
  const done = useRef<BlockAction>(null)
  useEffect(() => {
    if (isForm || done.current === action) return
    done.current = action
    if (isLocked) toast.error(t('locked'))
    else void change(action.uuid, null)
    onClose()
  })
  return isForm ? <SectionForm uuid={action.uuid} anchor={anchorOf(action)} onClose={onClose} /> : null
}
