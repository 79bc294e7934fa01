import type { TalkFigures, TalkRow } from '@kaiwa/contract/talk.ts'
import type { TalkMeasure, TalkOrder } from '@kaiwa/contract/talk-orders.ts'
import { formatTime } from '@kaiwa/transcript'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SortableHead } from '../../ui/SortableHead.tsx'
import { talkAddress } from '../../analysis/talk-address.ts'
import { useTalkTexts } from '../../analysis/use-talk-texts.ts'
import { fileAddress } from '../../files/file-address.ts'
import { SpeakerAvatar } from '../../ui/SpeakerAvatar.tsx'
import styles from './FolderTalk.module.css'
import { nextOrder, type TalkState } from './talk-state.ts'
import { FileName, SpeakerShare } from './TalkFile.tsx'

/** Columns after the file and the shares. */
const FIGURES = ['seconds', 'turns', 'median', 'longest', 'pace', 'pauses', 'overlaps', 'questions'] as const

interface CellsProps {
  row: TalkRow
  figures: TalkFigures
}

function FigureCells({ row: { project_file: file, unit }, figures }: CellsProps) {
  const { t } = useTranslation(['reports', 'analysis'])
  const texts = useTalkTexts()
  const { longest } = figures
  const shown: Record<(typeof FIGURES)[number], string | number> = {
    seconds: formatTime(figures.seconds),
    turns: figures.turns,
    median: texts.seconds(figures.median_turn),
    longest: texts.seconds(longest.seconds),
    pace: texts.pace(figures.pace, unit),
    pauses: texts.times(figures.pauses),
    overlaps: texts.times(figures.overlaps),
    questions: figures.questions,
  }
  return FIGURES.map((column) => (
    <td key={column} data-column={column} data-label={t(`talk.orders.${column}`)}>
      {shown[column]}
      {column === 'longest' && (
        <ActionIcon
          component={Link}
          to={fileAddress(file, { block: `${longest.uuid}|${longest.start}`, seconds: longest.start })}
          variant="subtle"
          size={24}
          className={styles.longestPlay}
          aria-label={t('playIn', { title: file.title, time: formatTime(longest.start) })}
        >
          <IconPlayerPlayFilled size={12} aria-hidden="true" />
        </ActionIcon>
      )}
    </td>
  ))
}

function SpeakerRows({ row }: { row: TalkRow }) {
  const { t } = useTranslation('reports')
  const texts = useTalkTexts()
  const { project_file: file, speakers, speaker_count: all } = row
  return (
    <>
      {speakers.map(({ speaker, ...figures }) => {
        const name = speaker?.name ?? t('unknownSpeaker')
        return (
          <tr key={speaker?.id ?? 0} className={styles.speakerRow}>
            <th scope="row" data-column="file">
              <Link
                className={styles.who}
                to={talkAddress(file, speaker?.id ?? null)}
                aria-label={t('talk.openAt', { title: file.title, name })}
              >
                <SpeakerAvatar speaker={speaker} size={20} />
                <span className={styles.name}>{name}</span>
              </Link>
            </th>
            <td data-column="share" data-label={t('talk.shares')}>
              {texts.share(figures.share)}
            </td>
            <FigureCells row={row} figures={figures} />
          </tr>
        )
      })}
      {speakers.length < all && (
        <tr className={styles.speakerRow}>
          <td colSpan={FIGURES.length + 2} className={styles.quiet}>
            {t('talk.notListed', { shown: speakers.length, all })}
          </td>
        </tr>
      )}
    </>
  )
}

interface Props {
  rows: readonly TalkRow[]
  state: TalkState
  onChange: (change: Partial<TalkState>) => void
}

/** A row per file, which opens to a row per speaker. The heads of the columns order the files. */
export function TalkTable({ rows, state, onChange }: Props) {
  const { t } = useTranslation('reports')
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { sort, direction } = state
  const head = (column: TalkOrder, label: string) => (
    <SortableHead
      key={column}
      column={column === 'title' ? 'file' : column}
      label={label}
      direction={sort !== column ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      onSort={() => onChange(nextOrder(state, column))}
    />
  )
  const toggle = (id: number) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }
  const figureName = (column: TalkMeasure) => t(`talk.orders.${column}`)
  return (
    // The table has more columns than a small window is wide.
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('talk.title')}>
        <thead>
          <tr>
            {head('title', t('talk.file'))}
            {head('share', t('talk.shares'))}
            {FIGURES.map((column) => head(column, figureName(column)))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { id, title } = row.project_file
            const isOpen = opened.has(id)
            const Icon = isOpen ? IconChevronDown : IconChevronRight
            return (
              <Fragment key={id}>
                <tr className={styles.fileRow}>
                  <th scope="row" data-column="file">
                    <span className={styles.fileCell}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={24}
                        aria-expanded={isOpen}
                        aria-label={t('talk.showSpeakers', { title })}
                        onClick={() => toggle(id)}
                      >
                        <Icon size={16} aria-hidden="true" />
                      </ActionIcon>
                      <FileName row={row} speaker={state.speaker} />
                    </span>
                  </th>
                  <td data-column="share" data-label={t('talk.shares')}>
                    <SpeakerShare row={row} chosen={state.speaker} onMore={() => toggle(id)} />
                  </td>
                  <FigureCells row={row} figures={row.figures} />
                </tr>
                {isOpen && <SpeakerRows row={row} />}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
