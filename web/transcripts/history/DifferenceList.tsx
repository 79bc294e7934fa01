import { formatTime, languageOf, sentimentSign } from '@kaiwa/transcript'
import type { BlockDifference } from '@kaiwa/transcript'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSpeakerNames } from '../speaker-names.ts'
import styles from './DifferenceList.module.css'

/** Number of blocks that are rendered at first. A button renders more. */
const AT_ONCE = 50

function Parts({ text }: Pick<BlockDifference, 'text'>) {
  return (
    <p className={styles.text} lang={languageOf(text.map((part) => ({ content: part.text }))) ?? undefined}>
      {text.map(({ kind, text: part }, index) => {
        if (kind === 'removed') return <del key={index}>{part}</del>
        if (kind === 'added') return <ins key={index}>{part}</ins>
        return <span key={index}>{part}</span>
      })}
    </p>
  )
}

/** Changes of other fields than the text, such as speaker and section, shown by name. */
function Aspects({ difference: { aspects, before, after } }: { difference: BlockDifference }) {
  const { t } = useTranslation('editing')
  const { t: transcripts } = useTranslation('transcripts')
  const names = useSpeakerNames()
  if (!before || !after || aspects.length === 0) return null
  const nameOf = (id: number | null) => (id === null ? undefined : names.get(id)?.name) ?? transcripts('unknownSpeaker')
  const span = ({ start_time, end_time }: typeof before) => `${formatTime(start_time)}–${formatTime(end_time)}`
  const rows = {
    speaker: [nameOf(before.speaker_id), nameOf(after.speaker_id)],
    section: [before.section_name ?? t('none'), after.section_name ?? t('none')],
    times: [span(before), span(after)],
    sentiment: [transcripts(sentimentSign(before.sentiment)), transcripts(sentimentSign(after.sentiment))],
    break: null,
    tags: null,
  } as const
  return (
    <ul className={styles.aspects}>
      {aspects.map((aspect) => {
        const values = rows[aspect]
        const name = t(`aspect.${aspect}`)
        if (!values) return <li key={aspect}>{t('aspectChanged', { aspect: name })}</li>
        return (
          <li key={aspect}>
            {t('aspectIs', { aspect: name })}
            <del>{values[0]}</del> <ins>{values[1]}</ins>
          </li>
        )
      })}
    </ul>
  )
}

interface Props {
  differences: readonly BlockDifference[]
  /** Renders a button in the header of each block. */
  renderAction?: (uuid: string) => ReactNode
}

/** List of changed blocks, with removed and inserted text word by word. */
export function DifferenceList({ differences, renderAction }: Props) {
  const { t } = useTranslation('editing')
  const [count, setCount] = useState(AT_ONCE)
  const left = differences.length - count
  return (
    <>
      <ul className={styles.list}>
        {differences.slice(0, count).map((difference) => {
          const { uuid, kind, before, after, text, isConflict } = difference
          return (
            <li key={uuid} className={styles.block} data-conflict={isConflict || undefined}>
              <div className={styles.head}>
                <span className={styles.time}>{formatTime((after ?? before)?.start_time ?? 0)}</span>
                {kind !== 'changed' && <Badge variant="light">{t(kind === 'added' ? 'added' : 'removed')}</Badge>}
                {isConflict && <Badge color="yellow">{t('conflict')}</Badge>}
                {renderAction?.(uuid)}
              </div>
              <Parts text={text} />
              <Aspects difference={difference} />
            </li>
          )
        })}
      </ul>
      {left > 0 && (
        <Button variant="default" size="xs" onClick={() => setCount(count + AT_ONCE * 4)}>
          {t('showMore', { count: left })}
        </Button>
      )}
    </>
  )
}
