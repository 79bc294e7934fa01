import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { EditSession } from '@kaiwa/editor'
import { type EditableDocument, sentimentOver } from '@kaiwa/transcript'
import { hasStopped } from '../files/file-stage.ts'
import { isLanguageDoubtful } from '../files/language-doubt.ts'
import type { Recording } from '../player/recording.ts'
import { usePlayer, usePlayerState } from '../player/use-player.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { MediaBar } from '../player/MediaBar.tsx'
import type { Player } from '../player/player.ts'
import { useSavedSetting } from '../platform/use-saved-setting.ts'
import { EMPTY_TIMELINE, type Timeline } from '../player/timeline.ts'
import { useEditing } from './editing/use-editing.ts'
import { FileHeader } from './FileHeader.tsx'
import { FileTabs, readTab, TRANSCRIPT_TAB, writeTab } from './FileTabs.tsx'
import { filePage } from './file-page.ts'
import styles from './FilePage.module.css'
import { OpenFileContext } from './open-file.ts'
import { OpenTranscript } from './OpenTranscript.tsx'
import { TranscriptSkeleton } from './FileSkeleton.tsx'
import { type DeepLink, linkPart, parseDeepLink } from './deep-link.ts'
import { type FileDetail, useRenewedUrl, useTranscript } from './queries.ts'
import { useSections } from './use-sections.ts'

const FileNoteBanner = lazyPart(async () => (await import('./FileNoteBanner.tsx')).FileNoteBanner)
const LanguageBanner = lazyPart(async () => (await import('./LanguageBanner.tsx')).LanguageBanner)
const ProcessingProgress = lazyPart(
  async () => (await import('./ProcessingProgress.tsx')).ProcessingProgress,
  [],
  // Keeps the height of the strip.
  <div className={styles.strip}>{'\u{A0}'}</div>,
)
const ProcessingOutcome = lazyPart(async () => (await import('./ProcessingOutcome.tsx')).ProcessingOutcome)
const TranscriptMissing = lazyPart(async () => (await import('./TranscriptMissing.tsx')).TranscriptMissing)

/**
 * Seeks once to each place that a link names; other changes of the address do not seek. A block or section is also
 * played (FILE-02, FILE-03).
 */
function useDeepLink(link: DeepLink, session: EditSession | null, player: Player | null): void {
  const followed = useRef<string | null>(null)
  const { time, block } = link
  const place = JSON.stringify([time, block])
  useEffect(() => {
    if (!player || followed.current === place) return
    // A link without the time of its block needs the transcript.
    if (block && block.time === null && !session) return
    followed.current = place
    const named = block?.uuid ? session?.getState().document.blocks.get(block.uuid)?.start_time : undefined
    const target = block ? (block.time ?? named ?? null) : time
    if (target === null) return
    player.seek(target)
    // If autoplay needs a user gesture, the player stays paused at this position.
    if (block) player.play()
  }, [place, time, block, session, player])
}

/** Returns the sentiment at a time in the current document. */
function sentimentIn(session: EditSession): Timeline['sentimentAt'] {
  let read: EditableDocument | null = null
  let answer = EMPTY_TIMELINE.sentimentAt
  return (time) => {
    const { document } = session.getState()
    if (document !== read) {
      read = document
      answer = sentimentOver(document)
    }
    return answer(time)
  }
}

/** Transcript data for the progress bar; section starts only while the section sidebar is open (PLAY-13). */
function useTimeline(session: EditSession): Timeline {
  const [isOpen] = useSavedSetting('is_section_opened')
  const sections = useSections(session)
  const sentimentAt = useMemo(() => sentimentIn(session), [session])
  return useMemo(() => ({ sections: isOpen ? sections : null, sentimentAt }), [isOpen, sections, sentimentAt])
}

function recordingOf(file: FileDetail): Recording {
  return {
    url: file.url,
    videoId: file.video_id,
    title: file.title,
    isAudio: file.is_audio,
    duration: file.duration,
    frames: file.thumbnail_count,
    hasThumbnail: file.thumbnail !== null,
    hasWaveform: file.has_waveform,
  }
}

interface PlayerProps {
  player: Player
  recording: Recording
  /** Null until a transcript exists. */
  session: EditSession | null
}

const SilenceSkipper = lazyPart(async () => (await import('./SilenceSkipper.ts')).SilenceSkipper)

function SpokenBar({ session, ...bar }: PlayerProps & { session: EditSession }) {
  const { skipsSilence, playing } = usePlayerState(bar.player)
  return (
    <>
      <MediaBar {...bar} timeline={useTimeline(session)} />
      {skipsSilence && playing && <SilenceSkipper player={bar.player} session={session} />}
    </>
  )
}

/** The player of a file, with sections and sentiment of its transcript. */
function FilePlayer({ session, ...bar }: PlayerProps) {
  return session ? <SpokenBar session={session} {...bar} /> : <MediaBar {...bar} />
}

/** The page of a loaded file: header, transcript with toolbar and sidebars, and player. */
export function FileView({ file }: { file: FileDetail }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const place = linkPart(query)
  const link = useMemo(() => parseDeepLink(new URLSearchParams(place)), [place])
  const tab = readTab(query)
  const handleTab = (next: string) => setQuery((current) => writeTab(current, next))
  const transcript = useTranscript(file.id, file)
  const editing = useEditing(file, transcript.data)

  const recording = useMemo(() => (file.is_playable ? recordingOf(file) : null), [file])
  const player = usePlayer(recording, useRenewedUrl(file.project_id, file.id))
  useDeepLink(link, editing?.session ?? null, player)

  const [typed, setTyped] = useState(link.search)
  // Another link to this file, from the page that shows it.
  const [followed, setFollowed] = useState(link)
  if (followed !== link) {
    setFollowed(link)
    if (link.search !== '') setTyped(link.search)
  }
  const open = useMemo(() => editing && { file, ...editing, player }, [file, editing, player])
  const hasBlocks = (transcript.data?.transcript.block_order.length ?? 0) > 0
  // A transcript that was read before its first block is read again.
  const isAwaited = file.transcript.block_count > 0 && (!transcript.data || transcript.isFetching)
  const willHaveBlocks = hasBlocks || isAwaited
  const isLoading = willHaveBlocks && !transcript.error && !hasStopped(file.status)
  return (
    <OpenFileContext value={open}>
      <main className={styles.page} id="content">
        <title>{`${file.title} – ${t('appName')}`}</title>
        <FileHeader file={file} search={typed} />
        {!hasStopped(file.status) && file.status !== 'processed' && hasBlocks && <ProcessingProgress file={file} />}
        {transcript.data?.isPartial && transcript.error && (
          <FailedState error={transcript.error} onRetry={() => void transcript.refetch()} />
        )}
        {hasBlocks && hasStopped(file.status) && <ProcessingOutcome file={file} compact />}
        {hasBlocks && !hasStopped(file.status) && file.note && <FileNoteBanner file={file} />}
        {hasBlocks && isLanguageDoubtful(file) && <LanguageBanner file={file} />}
        {open && hasBlocks ? (
          filePage.providers.list().reduceRight(
            (children, { id, Provider }) => (
              <Provider key={id} file={file}>
                {children}
              </Provider>
            ),
            <OpenTranscript
              isPartial={transcript.data?.isPartial ?? false}
              typed={typed}
              onTyped={setTyped}
              tab={tab}
              onTab={handleTab}
            />,
          )
        ) : (
          <>
            <div className={styles.toolbar}>
              <FileTabs tab={TRANSCRIPT_TAB} hasBlocks={false} onTab={handleTab} />
            </div>
            {isLoading ? (
              <div className={styles.scroller}>
                <TranscriptSkeleton />
              </div>
            ) : transcript.error && !hasStopped(file.status) ? (
              <FailedState error={transcript.error} onRetry={() => void transcript.refetch()} />
            ) : (
              <TranscriptMissing file={file} />
            )}
          </>
        )}
        {player && recording && <FilePlayer player={player} recording={recording} session={editing?.session ?? null} />}
      </main>
    </OpenFileContext>
  )
}
