import { placesOf, type WordPlace } from '@kaiwa/transcript/analysis/keywords.ts'
import { cutText, excerptOf, type EditableDocument } from '@kaiwa/transcript'
import { Button, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Analysis.module.css'
import { PlayAt } from './PlayAt.tsx'
import { SpeakerName } from './SpeakerName.tsx'

interface Props {
  blocks: EditableDocument['blocks']
  /** Key of the keyword. */
  keyword: string
  word: string
  onShow: (uuid: string) => void
}

/** Places shown at first, and added by the button. */
const STEP = 20

/** The places at which a keyword is spoken, to play and to show in the transcript. */
export function KeywordPlaces({ blocks, keyword, word, onShow }: Props) {
  const { t } = useTranslation('analysis')
  const [count, setCount] = useState(STEP)
  const places = useMemo(() => placesOf(blocks, keyword), [blocks, keyword])
  const left = places.length - count
  const row = ({ uuid, speaker_id, start, offset, text }: WordPlace) => {
    const { before, after } = excerptOf({ content: blocks.get(uuid)?.content ?? '', offset, text })
    return (
      <li key={`${uuid} ${offset}`} className={styles.place}>
        <PlayAt time={start} />
        <SpeakerName id={speaker_id} />
        <UnstyledButton className={styles.text} title={t('showInTranscript')} onClick={() => onShow(uuid)}>
          {before}
          <mark>{cutText(text, 100)}</mark>
          {after}
        </UnstyledButton>
      </li>
    )
  }
  return (
    <>
      <ol className={styles.places} aria-label={t('placesOf', { word })}>
        {places.slice(0, count).map(row)}
      </ol>
      {left > 0 && (
        <Button variant="default" size="xs" onClick={() => setCount(count + STEP)}>
          {t('more', { count: left })}
        </Button>
      )}
    </>
  )
}
