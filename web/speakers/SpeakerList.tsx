import { IconCheck, IconPencil } from '@tabler/icons-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import { listWindow, scrollToRow, topsOf } from '../ui/list-window.ts'
import styles from './SpeakerPopover.module.css'
import type { SpeakerGroup, SpeakerRow } from './speaker-rows.ts'
import { keyText } from './speaker-keys.ts'

/** Height of the list in CSS pixels (SPK-28). */
const HEIGHT = 292

type Option = Extract<SpeakerRow, { kind: 'speaker' }>

interface Props {
  id: string
  rows: readonly SpeakerRow[]
  /** The speaker that Enter selects. */
  activeId: number | null
  /** The current speaker of the block. */
  currentId: number | null
  /** True when the speaker keys are active. */
  hasKeys: boolean
  onChoose: (speakerId: number) => void
  onEdit: (speakerId: number) => void
}

export function optionId(listId: string, speakerId: number): string {
  return `${listId}-${speakerId}`
}

type OptionProps = Omit<Props, 'rows'> & { row: Option; top: number; position: number; count: number }

function SpeakerOption({ row, top, position, count, id, activeId, currentId, hasKeys, onChoose, onEdit }: OptionProps) {
  const { t } = useTranslation('speakers')
  const { speaker, digit, height } = row
  const isCurrent = speaker.id === currentId
  return (
    <button
      type="button"
      role="option"
      tabIndex={-1}
      id={optionId(id, speaker.id)}
      aria-selected={isCurrent}
      aria-posinset={position}
      aria-setsize={count}
      className={styles.option}
      data-active={speaker.id === activeId || undefined}
      style={{ top, height }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(speaker.id)}
    >
      <SpeakerAvatar speaker={speaker} size={28} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.name} title={speaker.name}>
            {speaker.name}
          </span>
          {isCurrent && <IconCheck aria-hidden size={16} className={styles.check} />}
          {hasKeys && digit !== null && (
            <kbd className={styles.key} title={t('keyHint', { keys: keyText(digit) })}>
              {keyText(digit)}
            </kbd>
          )}
        </span>
        {height > 48 && (
          <span className={styles.description} data-lines={height > 56 ? 2 : 1}>
            {speaker.description}
          </span>
        )}
      </span>
      {/* For mouse users; keyboard users have the button below the list. */}
      {speaker.can.edit && (
        <span
          className={styles.pencil}
          aria-hidden
          title={t('edit')}
          onClick={(event) => {
            event.stopPropagation()
            onEdit(speaker.id)
          }}
        >
          <IconPencil size={16} />
        </span>
      )}
    </button>
  )
}

/** A virtualised list of speakers. */
export function SpeakerList({ rows, ...props }: Props) {
  const { t } = useTranslation('speakers')
  const { id, activeId } = props
  const box = useRef<HTMLDivElement>(null)
  const [scrolled, setScrolled] = useState(0)
  const tops = useMemo(() => topsOf(rows.map(({ height }) => height)), [rows])
  const count = useMemo(() => rows.filter(({ kind }) => kind === 'speaker').length, [rows])
  const activeRow = rows.findIndex((row) => row.kind === 'speaker' && row.speaker.id === activeId)
  useLayoutEffect(() => {
    if (!box.current) return
    // Scrolls to the group title together with the first speaker.
    const row = activeRow === 1 ? 0 : activeRow
    if (row >= 0) box.current.scrollTop = scrollToRow(tops, row, box.current.scrollTop, HEIGHT)
    setScrolled(box.current.scrollTop)
  }, [activeRow, tops])

  const { from, to } = listWindow(tops, scrolled, HEIGHT)
  const drawn = rows.slice(from, to).map((row, index) => ({ row, top: tops[from + index]!, at: from + index }))
  const positionOf = (at: number) => rows.slice(0, at + 1).filter(({ kind }) => kind === 'speaker').length
  const group = (name: SpeakerGroup) => (
    <div role="group" aria-label={t(name)}>
      {drawn.map(({ row, top, at }) =>
        row.kind === 'speaker' && row.group === name ? (
          <SpeakerOption key={row.speaker.id} row={row} top={top} position={positionOf(at)} count={count} {...props} />
        ) : null,
      )}
    </div>
  )
  return (
    <div
      className={styles.list}
      ref={box}
      role="listbox"
      id={id}
      aria-label={t('list')}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
    >
      <div className={styles.whole} style={{ height: tops.at(-1) }} role="presentation">
        {drawn.map(({ row, top }) =>
          row.kind === 'title' ? (
            <div key={row.group} className={styles.title} style={{ top, height: row.height }} aria-hidden>
              {t(row.group)}
            </div>
          ) : row.kind === 'separator' ? (
            <div key="separator" className={styles.separator} style={{ top, height: row.height }} aria-hidden />
          ) : null,
        )}
        {group('inFile')}
        {group('others')}
      </div>
    </div>
  )
}
