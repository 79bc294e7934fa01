import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { Tag } from '@kaiwa/contract/tags.ts'
import { Box, VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useCreateTag } from './use-tag-changes.ts'
import { highlightSelection, keyOf, rectOf, restoreSelection } from './selected-text.ts'
import type { SelectedText } from './selected-text.ts'
import { TagPicker } from './TagPicker.tsx'
import styles from './Tags.module.css'
import { ticksOf } from './ticks.ts'
import type { Tick } from './ticks.ts'
import { useTaggedDocument } from './use-tagged-document.ts'
import { usePopoverPosition } from './use-popover-position.ts'
import { useTagging } from './use-tagging.ts'

interface Props {
  selected: SelectedText
  /** Another user has unsaved changes in a selected block (EDIT-42). */
  isLocked: boolean
  onClose: () => void
}

/** Number of characters of a long selection in the accessible name. */
const MAX_SPOKEN_LENGTH = 100

/**
 * Popover with tags for selected text (TAG-14…18). It opens without taking the focus, so that the selection is kept and
 * can be copied, replaced or extended. Tab moves the focus into it and back; Escape closes it.
 */
export function TagPopover({ selected, isLocked, onClose }: Props) {
  const { t } = useTranslation('tags')
  const { t: transcripts } = useTranslation('transcripts')
  const { file, session } = useOpenFile()
  const { tag, untag } = useTagging(session)
  const create = useCreateTag({ fileId: file.id })
  const { ranges, range } = selected
  const card = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const spokenText = useMemo(() => range.toString().slice(0, MAX_SPOKEN_LENGTH), [range])
  const [hasFocus, setHasFocus] = useState(false)
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const transcript = useTaggedDocument(session)
  const ticks = useMemo(() => ticksOf(transcript, ranges), [transcript, ranges])
  const column = range.startContainer.parentElement?.closest('.kaiwa-transcript') ?? null
  const target = useCallback(() => rectOf(selected, column), [selected, column])
  const position = usePopoverPosition(card, target, column?.parentElement ?? null)

  useEffect(() => (hasFocus ? highlightSelection(selected) : undefined), [hasFocus, selected])

  const leave = () => restoreSelection(selected)
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isCompositionKey(event)) return
    const inside = card.current?.contains(document.activeElement) === true
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (inside) leave()
      onClose()
    } else if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const stops = [...(card.current?.querySelectorAll<HTMLElement>('input, select') ?? [])]
      if (stops.length === 0) return
      const at = stops.indexOf(document.activeElement as HTMLElement)
      const next = inside ? stops[at + (event.shiftKey ? -1 : 1)] : stops[event.shiftKey ? stops.length - 1 : 0]
      event.preventDefault()
      if (next) next.focus({ preventScroll: true })
      else leave()
    }
  })
  useEffect(() => {
    const abort = new AbortController()
    document.addEventListener('keydown', (event) => handleKeyDown(event), { signal: abort.signal, capture: true })
    return () => abort.abort()
  }, [])

  const whileBusy = async (id: number, work: Promise<unknown>) => {
    setBusy((ids) => new Set([...ids, id]))
    await work
    setBusy((ids) => new Set([...ids].filter((one) => one !== id)))
  }
  const handleToggle = ({ id }: Tag, tick: Tick) =>
    void whileBusy(id, tick === 'on' ? untag(ranges, id) : tag(ranges, id))
  const handleCreate = (name: string, category?: number) =>
    create.mutate(
      { name, ...(category === undefined ? {} : { tag_category_id: category }) },
      { onSuccess: ({ id }) => void whileBusy(id, tag(ranges, id, true)) },
    )

  return createPortal(
    <Box
      ref={card}
      role="dialog"
      aria-label={t('popover')}
      className={styles.popover}
      style={position ?? { visibility: 'hidden' }}
      data-tag-popover
      data-own-keys
      onFocus={() => setHasFocus(true)}
      onBlur={({ relatedTarget }) => card.current?.contains(relatedTarget) || setHasFocus(false)}
    >
      {isLocked ? (
        <output className={styles.locked}>{transcripts('lockedBlock')}</output>
      ) : (
        <>
          <VisuallyHidden component="output">{t('keysHint', { text: spokenText })}</VisuallyHidden>
          <TagPicker
            key={keyOf(ranges)}
            box={box}
            ticks={ticks}
            busy={busy}
            onToggle={handleToggle}
            onCreate={handleCreate}
          />
        </>
      )}
    </Box>,
    document.body,
  )
}
