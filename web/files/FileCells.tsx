import type { FileRow } from '@kaiwa/contract/workspace.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../platform/dates.ts'
import { FileStatus } from './FileStatus.tsx'
import styles from './FileTable.module.css'
import { FILE_COLUMNS } from './list-parameters.ts'
import { LanguageChip } from './LanguageChip.tsx'

/** The names of the speakers; without names, how many there are. */
function Speakers({ file }: { file: FileRow }) {
  const { t } = useTranslation('workspace')
  const { speaker_count: count, speaker_names: names } = file
  if (count === 0) return null
  const others = count - names.length
  const joined = names.join(t('nameSeparator'))
  const text =
    names.length === 0
      ? t('speakerCount', { count })
      : others > 0
        ? t('speakersAndOthers', { names: joined, count: others })
        : joined
  return (
    <span className={styles.cut} title={text}>
      {text}
    </span>
  )
}

type Column = (typeof FILE_COLUMNS)[number]

function Cell({ column, children }: { column: Column; children?: ReactNode }) {
  return <td data-column={column}>{children}</td>
}

/** Cells of a file only: duration, speakers, language and status. */
export function FileCells({ file }: { file: FileRow }) {
  return (
    <>
      <Cell column="duration">{file.duration > 0 && formatClock(file.duration)}</Cell>
      <Cell column="speakers">
        <Speakers file={file} />
      </Cell>
      <Cell column="language">
        <LanguageChip file={file} />
      </Cell>
      <Cell column="status">
        <FileStatus file={file} />
      </Cell>
    </>
  )
}

/** The same columns in the row of a folder. */
export function NoFileCells() {
  return FILE_COLUMNS.map((column) => <Cell key={column} column={column} />)
}
