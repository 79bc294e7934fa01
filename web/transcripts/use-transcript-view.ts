import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { openTranscript } from '@kaiwa/editor'
import type { BlockAction, EditSessionState, PlayerAction, TextSelected, TranscriptView } from '@kaiwa/editor'
import { languageOf } from '@kaiwa/transcript'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { removeFirstView } from '../platform/first-view.ts'
import { SKIP_SECONDS } from '../player/player.ts'
import { useOpenFile, useSessionState } from './open-file.ts'

/** Language of the transcript, for line breaking and screen readers; independent of the language of the reader. */
function language({ saved }: EditSessionState): string {
  return languageOf(saved.blocks) ?? ''
}

export interface ViewHandlers {
  /** Speakers by id. */
  names: ReadonlyMap<number, Speaker>
  onAction: (action: BlockAction) => void
  onSelect: (selection: TextSelected | null) => void
}

/** Renders the session with the editor package into `scroller`. `following`: the view scrolls with the playback. */
export function useTranscriptView(scroller: RefObject<HTMLElement | null>, handlers: ViewHandlers) {
  const { t } = useTranslation('transcripts')
  const { file, session, control, player } = useOpenFile()
  const [view, setView] = useState<TranscriptView | null>(null)
  const [following, setFollowing] = useState(true)
  const latest = useRef({ ...handlers, player })
  useEffect(() => {
    latest.current = { ...handlers, player }
  })
  const canEdit = file.can.edit
  const canComment = file.can.comment
  const canRecognise = file.can.retry && file.note?.key === 'parts-missing'
  const written = useSessionState(session, language)

  useEffect(() => {
    if (!scroller.current) return undefined
    const nameOf = (id: number | null) => (id === null ? undefined : latest.current.names.get(id)?.name)
    const handlePlayerKey = (action: PlayerAction) => {
      const { player: now } = latest.current
      if (action === 'toggle') now?.toggle()
      else now?.skip(action === 'back' ? -SKIP_SECONDS : SKIP_SECONDS)
    }
    const opened = openTranscript(scroller.current, session, {
      language: written,
      scroller: scroller.current,
      labels: {
        speaker: (id) => nameOf(id) ?? t('unknownSpeaker'),
        playFrom: (time) => t('playFrom', { time }),
        changeSpeaker: (name) => t('changeSpeaker', { name }),
        addSection: t('addSection'),
        editSection: (name) => t('editSection', { name }),
        deleteSection: (name) => t('deleteSection', { name }),
        addComment: t('addComment'),
        comments: (count) => t('commentsOfBlock', { count }),
        correctTimes: (time) => t('correctTimes', { time }),
        recogniseAgain: canRecognise ? t('recogniseAgain') : undefined,
        positive: t('positive'),
        negative: t('negative'),
      },
      onPlayFrom: (time) => {
        latest.current.player?.seek(time)
        latest.current.player?.play()
      },
      onAutoScroll: setFollowing,
      abilities: { section: canEdit, speaker: canEdit, comment: canComment },
      onAction: (action) => latest.current.onAction(action),
      onSelect: (selection) => latest.current.onSelect(selection),
      onRefused: (reason) => control.edits.refused(reason),
      onPlayerKey: handlePlayerKey,
    })
    removeFirstView()
    setView(opened)
    setFollowing(true)
    return () => {
      opened.destroy()
      setView(null)
    }
  }, [t, session, control, scroller, canEdit, canComment, canRecognise, written])

  return { view, following }
}
