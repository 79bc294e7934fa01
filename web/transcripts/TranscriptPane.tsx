import '@kaiwa/editor/transcript.css'
import type { EditLock } from '@kaiwa/contract/transcripts.ts'
import type { TranscriptView } from '@kaiwa/editor'
import { ALL_SPEAKERS } from '@kaiwa/transcript'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../player/player.ts'
import { usePlayerState, usePlayerTime } from '../player/use-player.ts'
import styles from './FilePage.module.css'
import { useOpenFile } from './open-file.ts'
import type { SearchHits } from './search-hits.ts'
import { useTranscriptView } from './use-transcript-view.ts'
import type { ViewHandlers } from './use-transcript-view.ts'

interface Props extends ViewHandlers {
  /** Blocks before or after the shown ones have not arrived yet. */
  isPartial: boolean
  /** The lock of another user, whose changed blocks are locked. `lockedTooltip` is the reason that these show. */
  lockedBy: EditLock | null
  lockedTooltip: string
  hits: SearchHits
  /** Speaker id, 0 for all. */
  speaker: number
  onView: (view: TranscriptView | null) => void
}

/** Seconds. A media element reports a sought time slightly early, which would highlight the previous word. */
const TIME_TOLERANCE = 0.01

/** Below the text, while the recording plays out of view. */
function FollowButton({ player, onFollow }: { player: Player; onFollow: () => void }) {
  const { t } = useTranslation('transcripts')
  if (!usePlayerState(player).playing) return null
  return (
    <Button
      className={styles.follow}
      size="compact-md"
      radius="xl"
      leftSection={<IconArrowDown aria-hidden size={16} />}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onFollow}
    >
      {t('follow')}
    </Button>
  )
}

/** The transcript. React passes data to the view of the editor package, which renders the content. */
export function TranscriptPane(props: Props) {
  const { isPartial, names, lockedBy, lockedTooltip, hits, speaker, onView } = props
  const { t } = useTranslation('transcripts')
  const { player } = useOpenFile()
  const headingId = useId()
  const scroller = useRef<HTMLElement>(null)
  const { view, following } = useTranscriptView(scroller, props)

  useEffect(() => {
    onView(view)
    return () => onView(null)
  }, [view, onView])
  useEffect(() => {
    if (names.size > 0) view?.showSpeakers(names.values())
  }, [view, names])
  const lockedBlocks = lockedBy?.locked_block_uuids
  useEffect(() => view?.setLockedBlocks(new Set(lockedBlocks), lockedTooltip), [view, lockedBlocks, lockedTooltip])
  useEffect(() => view?.filterSpeaker(speaker === ALL_SPEAKERS ? null : speaker), [view, speaker])
  useEffect(() => view?.showHits(hits.passages, hits.isPastEnd ? -1 : hits.index - 1), [view, hits])
  // Scrolls only when the hit changes, not when the transcript grows.
  const hit = hits.passages[hits.index - 1]
  const hitKey = hit && `${hit.uuid} ${hit.offset}`
  useEffect(() => {
    if (hitKey !== undefined) view?.scrollToBlock(hitKey.slice(0, hitKey.indexOf(' ')))
  }, [view, hitKey])
  const showTime = (time: number) => {
    // No block is current before playback has started.
    if (time > 0 || player?.getState().playing) view?.moveTo(time + TIME_TOLERANCE)
  }
  usePlayerTime(player, showTime, view)

  return (
    <div className={styles.pane} data-text-pane>
      <VisuallyHidden component="h2" id={headingId}>
        {t('transcript')}
      </VisuallyHidden>
      <section className={styles.scroller} ref={scroller} aria-busy={isPartial} aria-labelledby={headingId} />
      {!following && player && <FollowButton player={player} onFollow={() => view?.resumeAutoScroll()} />}
    </div>
  )
}
