import type { MouseEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group, PaletteOption } from './groups.ts'
import styles from './Palette.module.css'
import { PaletteRow } from './PaletteRow.tsx'

interface Props {
  ref: RefObject<HTMLDivElement | null>
  /** Beginning of the ids of list and options. */
  id: string
  groups: readonly Group[]
  activeId: string | null
  words: string
  /** The options may belong to other words. */
  isBusy: boolean
  onOpen: (option: PaletteOption, inNewTab: boolean) => void
}

/** The options in groups with headings. They never take the focus: the field names the active one. */
export function PaletteList({ ref, id, groups, activeId, words, isBusy, onOpen }: Props) {
  const { t } = useTranslation('palette')
  const handleClick = (option: PaletteOption) => (event: MouseEvent) => onOpen(option, event.ctrlKey || event.metaKey)
  return (
    // The list scrolls itself: it belongs to the field, whose keys move through it.
    <div
      ref={ref}
      id={`${id}-list`}
      className={styles.results}
      role="listbox"
      aria-label={t('results')}
      aria-busy={isBusy}
    >
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}-title`} className={styles.group}>
          <div id={`${id}-${group.id}-title`} role="presentation" className={styles.heading}>
            {t(`groups.${group.id}`)}
          </div>
          {group.options.map((option) => (
            // The keys of the options are handled by the field, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              aria-selected={option.id === activeId}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={handleClick(option)}
            >
              <PaletteRow option={option} words={words} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
