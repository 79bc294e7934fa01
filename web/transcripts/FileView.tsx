import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { hasStopped } from '../files/file-state.ts'
import type { Recording } from '../player/recording.ts'
import { usePlayer } from '../player/use-player.ts'
import { useEditing } from './editing/use-editing.ts'
import { FileHeader } from './FileHeader.tsx'
import { FileTabs, TRANSCRIPT_TAB } from './FileTabs.tsx'
import { filePage } from './file-page.ts'
import styles from './FilePage.module.css'
import { OpenFileContext } from './open-file.ts'
import { OpenTranscript } from './OpenTranscript.tsx'
import { ProcessingOutcome } from './ProcessingOutcome.tsx'
import { parseDeepLink } from './deep-link.ts'
import { ProcessingProgress } from './ProcessingProgress.tsx'
import { useRenewedUrl, useTranscript } from './queries.ts'
import type { FileDetail } from './queries.ts'
import { TranscriptMissing } from './TranscriptMissing.tsx'
import { useDeepLink } from './use-deep-link.ts'
import { useToastsAtFoot } from '../ui/use-toasts-at-foot.ts'
import type { EditSession } from '@kaiwa/editor'
import { MediaBar } from '../player/MediaBar.tsx'
import type { Player } from '../player/player.ts'
import { useTimeline } from './use-timeline.ts'

const recordingOf = (file: FileDetail): Recording => ({
  url: file.url,
  videoId: file.video_id,
  title: file.title,
  isAudio: file.is_audio,
  duration: file.duration,
  frames: file.thumbnail_count,
})

interface PlayerProps {
  player: Player
  recording: Recording
  /** Null until a transcript exists. */
  session: EditSession | null
}

const SpokenBar = ({ session, ...bar }: PlayerProps & { session: EditSession }) => (
  <MediaBar {...bar} timeline={useTimeline(session)} />
)

/** The player of a file, with sections and sentiment of its transcript. */
const FilePlayer = ({ session, ...bar }: PlayerProps) =>
  session ? <SpokenBar session={session} {...bar} /> : <MediaBar {...bar} />

/** The page of a loaded file: header, transcript with toolbar and sidebars, and player. */
export const FileView = ({ file }: { file: FileDetail }) => {
  const { t } = useTranslation()
  useToastsAtFoot()
  const [query] = useSearchParams()
  const link = useMemo(() => parseDeepLink(query), [query])
  const transcript = useTranscript(file.id, file.transcript.block_count > 0)
  const editing = useEditing(file, transcript.data)

  const recording = useMemo(() => (file.is_playable ? recordingOf(file) : null), [file])
  const player = usePlayer(recording, useRenewedUrl(file.project_id, file.id))
  useDeepLink(link, editing?.session ?? null, player)

  const [typed, setTyped] = useState(link.search)
  const [tab, setTab] = useState(TRANSCRIPT_TAB)
  const open = useMemo(() => editing && { file, ...editing, player }, [file, editing, player])
  const hasBlocks = (transcript.data?.transcript.block_order.length ?? 0) > 0
  return (
    <OpenFileContext value={open}>
      <main className={styles.page} id="content">
        <title>{`${file.title} – ${t('appName')}`}</title>
        <FileHeader file={file} search={typed} />
        {!hasStopped(file.status) && file.status !== 'processed' && hasBlocks && <ProcessingProgress file={file} />}
        {(hasStopped(file.status) || file.note !== null) && hasBlocks && <ProcessingOutcome file={file} compact />}
        {open && hasBlocks ? (
          filePage.providers.list().reduceRight(
            (children, { id, Provider }) => (
              <Provider key={id} file={file}>
                {children}
              </Provider>
            ),
            <OpenTranscript typed={typed} onTyped={setTyped} tab={tab} onTab={setTab} />,
          )
        ) : (
          <>
            <div className={styles.toolbar}>
              <FileTabs tab={TRANSCRIPT_TAB} hasBlocks={false} onTab={setTab} />
            </div>
            <TranscriptMissing
              file={file}
              isRead={transcript.data !== undefined && !hasBlocks}
              error={transcript.error}
              onRetry={() => void transcript.refetch()}
            />
          </>
        )}
        {player && recording && <FilePlayer player={player} recording={recording} session={editing?.session ?? null} />}
      </main>
    </OpenFileContext>
  )
}
