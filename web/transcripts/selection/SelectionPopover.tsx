import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { Box, VisuallyHidden } from '@mantine/core'
import { type ComponentType, type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect } from 'react'
import { useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { SelectionActionProps, SelectionEntry, SelectionProps } from '../file-page.ts'
import { useOpenFile } from '../open-file.ts'
import { highlightSelection, rectOf, restoreSelection } from './selected-text.ts'
import styles from './Selection.module.css'
import { usePopoverPosition } from './use-popover-position.ts'

type Loaded<Props> = SelectionEntry<Props> & { Content: ComponentType<Props> }

export interface SelectionPopoverProps extends SelectionActionProps {
  isEditing: boolean
  actions: readonly Loaded<SelectionActionProps>[]
  panels: readonly Loaded<SelectionProps>[]
}

/** Number of characters of a long selection in the accessible name. */
const MAX_SPOKEN_LENGTH = 100

/** Moves the focus within a toolbar by the arrow keys. */
function handleToolbarKey(event: ReactKeyboardEvent<HTMLElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  event.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]?.focus({ preventScroll: true })
}

/**
 * Popover for selected text: a toolbar, and the tags (TAG-14). It opens without taking the focus, so that the selection
 * is kept and can be copied, replaced or extended. Tab moves the focus into it and back; Escape and a press elsewhere
 * close it.
 */
export function SelectionPopover({ selected, isEditing, actions, panels, onOpen, onClose }: SelectionPopoverProps) {
  const { t } = useTranslation('selection')
  const { file } = useOpenFile()
  const { range } = selected
  const card = useRef<HTMLDivElement>(null)
  const spokenText = useMemo(() => range.toString().slice(0, MAX_SPOKEN_LENGTH), [range])
  const [hasFocus, setHasFocus] = useState(false)
  const column = range.startContainer.parentElement?.closest('.kaiwa-transcript') ?? null
  const target = useCallback(() => rectOf(selected, column), [selected, column])
  const position = usePopoverPosition(card, target, column?.parentElement ?? null)
  const shownActions = isEditing ? [] : actions.filter(({ isAvailable }) => isAvailable(file))
  const shownPanels = panels.filter(({ isAvailable }) => isAvailable(file))

  useEffect(() => (hasFocus ? highlightSelection(selected) : undefined), [hasFocus, selected])

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isCompositionKey(event)) return
    const inside = card.current?.contains(document.activeElement) === true
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (inside) restoreSelection(selected)
      onClose()
    } else if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // The toolbar is one stop.
      const stops = [
        ...(card.current?.querySelectorAll<HTMLElement>(
          '[role=toolbar] > button:first-child, input, select, textarea',
        ) ?? []),
      ]
      if (stops.length === 0) return
      const current = document.activeElement
      const at = stops.findIndex(
        (stop) => stop === current || (current?.closest('[role=toolbar]')?.contains(stop) ?? false),
      )
      const next = inside ? stops[at + (event.shiftKey ? -1 : 1)] : stops[event.shiftKey ? stops.length - 1 : 0]
      event.preventDefault()
      if (next) next.focus({ preventScroll: true })
      else restoreSelection(selected)
    }
  })
  // A press elsewhere opens something that the popover would cover, such as the chat on a phone. The selection stays, and
  // so does the popover while the text is scrolled by its bar: that is a press on an element around the text.
  const handlePress = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Node) || card.current?.contains(target)) return
    if (!column?.contains(target) && !target.contains(column)) onClose()
  })
  useEffect(() => {
    const abort = new AbortController()
    const options = { signal: abort.signal, capture: true }
    document.addEventListener('keydown', (event) => handleKeyDown(event), options)
    document.addEventListener('pointerdown', ({ target }) => handlePress(target), options)
    return () => abort.abort()
  }, [])

  return createPortal(
    <Box
      ref={card}
      role="dialog"
      aria-label={t('popover')}
      className={styles.popover}
      style={position ?? { visibility: 'hidden' }}
      data-has-panels={shownPanels.length > 0 || undefined}
      data-selection-popover
      data-own-keys
      onFocus={() => setHasFocus(true)}
      onBlur={({ relatedTarget }) => card.current?.contains(relatedTarget) || setHasFocus(false)}
    >
      <VisuallyHidden component="output">{t('keysHint', { text: spokenText })}</VisuallyHidden>
      {shownActions.length > 0 && (
        <Box className={styles.toolbar} role="toolbar" aria-label={t('toolbar')} onKeyDown={handleToolbarKey}>
          {shownActions.map(({ id, Content }) => (
            <Content key={id} selected={selected} onOpen={onOpen} onClose={onClose} />
          ))}
        </Box>
      )}
      {shownPanels.map(({ id, Content }) => (
        <Box key={id} className={styles.panel}>
          <Content selected={selected} />
        </Box>
      ))}
    </Box>,
    document.body,
  )
}
