import type { Tag } from '@kaiwa/contract/tags.ts'
import { Button } from '@mantine/core'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownSpeakers } from '../speakers/use-speakers.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { Dialog } from '../ui/Dialog.tsx'
import type { Player } from '../player/player.ts'
import { PassageRow } from './PassageRow.tsx'
import styles from './TagDialog.module.css'
import { type Passage, passagesOfTag } from './tag-usage.ts'
import { useTaggedDocument } from './use-tagged-document.ts'
import { useLockedBlocks } from './use-locked-blocks.ts'
import { useTagging } from './use-tagging.ts'

function subscribeToNothing() {
  return () => undefined
}

/** Plays passages of a list. Playing the same passage again pauses it, because the list covers the player. */
function usePassagePlayer(player: Player | null) {
  const [startedKey, setStartedKey] = useState<string | null>(null)
  const isPlaying = useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    () => player?.getState().playing ?? false,
  )
  const playing = isPlaying ? startedKey : null
  return {
    /** Key of the playing passage. */
    playing,
    play: player
      ? (key: string, time: number) => {
          if (key === playing) return player.pause()
          setStartedKey(key)
          player.seek(time)
          player.play()
        }
      : null,
  }
}

interface Props {
  tag: Tag
  /** Scrolls the transcript to a block. */
  onShow: (uuid: string) => void
  onClose: () => void
}

/** Number of passages rendered per step. */
const STEP = 50

/** The passages of a tag in this file, to play, show or untag (TAG-10, TAG-12). */
export function TagDialog({ tag, onShow, onClose }: Props) {
  const { t } = useTranslation('tags')
  const { file, session, player } = useOpenFile()
  const lockedBlocks = useLockedBlocks()
  const speakers = useKnownSpeakers(file)
  const { untag } = useTagging(session)
  const { playing, play } = usePassagePlayer(player)
  const transcript = useTaggedDocument(session)
  const passages = useMemo(() => passagesOfTag(transcript, tag.id), [transcript, tag.id])
  const [shown, setShown] = useState(STEP)
  const left = passages.length - shown
  const row = (passage: Passage) => {
    const { uuid, tag_uuid, offset, text, time, speaker_id } = passage
    const key = `${uuid} ${tag_uuid}`
    return (
      <PassageRow
        key={key}
        passage={passage}
        tag={tag}
        speaker={(speaker_id === null ? undefined : speakers.get(speaker_id)) ?? null}
        isPlaying={playing === key}
        onPlay={play && (() => play(key, time))}
        onShow={() => {
          onClose()
          onShow(uuid)
        }}
        onUntag={file.can.edit ? () => void untag([{ uuid, start: offset, end: offset + text.length }], tag.id) : null}
        isLocked={lockedBlocks.has(uuid)}
      />
    )
  }
  return (
    <Dialog opened size="lg" title={t('passages', { name: tag.name, count: passages.length })} onClose={onClose}>
      {passages.length === 0 && <p>{t('noPassages')}</p>}
      <ol className={styles.list}>{passages.slice(0, shown).map(row)}</ol>
      {left > 0 && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setShown(shown + STEP)}>
          {t('more', { count: left })}
        </Button>
      )}
    </Dialog>
  )
}
