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

/** The time of a block stays on the page, while its buttons come and go with the pointer. */
const anchorOf = ({ anchor }: BlockAction): HTMLElement =>
  anchor.closest('.kaiwa-block')?.querySelector<HTMLElement>('.kaiwa-time') ?? anchor

/** What was asked for at a block line: a section's name, or to take the section away (EDIT-24). */
export const SectionAction = ({ action, onClose }: Props) => {
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
