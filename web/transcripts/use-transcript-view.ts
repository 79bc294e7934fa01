import { openTranscript } from '@kaiwa/editor'
import type { EditSessionState, PlayerAction, RefusalReason, TranscriptView } from '@kaiwa/editor'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { SKIP_SECONDS } from '../player/player.ts'
import { toast } from '../platform/toasts.ts'
import { useOpenFile, useSessionState } from './open-file.ts'
import type { TranscriptPaneProps } from './transcript-pane-props.ts'

const isEditable = ({ isEditing }: EditSessionState): boolean => isEditing

type Heard = Pick<TranscriptPaneProps, 'names' | 'onAction' | 'onSelect'>

/** The editor's view of the session in an element of the page, and whether it follows the playing block. */
export function useTranscriptView(scroller: RefObject<HTMLElement | null>, heard: Heard) {
  const { t } = useTranslation('transcripts')
  const { file, session, control, player } = useOpenFile()
  const [view, setView] = useState<TranscriptView | null>(null)
  const [following, setFollowing] = useState(true)
  const latest = useRef({ ...heard, player })
  useEffect(() => {
    latest.current = { ...heard, player }
  })
  const canEdit = file.can.edit
  const editing = useSessionState(session, isEditable)

  useEffect(() => {
    if (!scroller.current) return undefined
    const nameOf = (id: number | null) => (id === null ? undefined : latest.current.names.get(id)?.name)
    const handleRefused = (reason: RefusalReason) => {
      toast.error(t(`refused.${reason}`))
      // The page and the document are out of step: nothing that was typed is lost by reading it anew (EDIT-54).
      if (reason === 'unknown-block') void control.feed.reload().catch(() => undefined)
    }
    const handlePlayerKey = (action: PlayerAction) => {
      const { player: now } = latest.current
      if (action === 'toggle') now?.toggle()
      else now?.skip(action === 'back' ? -SKIP_SECONDS : SKIP_SECONDS)
    }
    const opened = openTranscript(scroller.current, session, {
      scroller: scroller.current,
      labels: {
        speaker: (id) => nameOf(id) ?? t('unknownSpeaker'),
        playFrom: (time) => t('playFrom', { time }),
        changeSpeaker: (name) => t('changeSpeaker', { name }),
        addSection: t('addSection'),
        editSection: (name) => t('editSection', { name }),
        deleteSection: (name) => t('deleteSection', { name }),
        correctTimes: (time) => t('correctTimes', { time }),
        positive: t('positive'),
        negative: t('negative'),
      },
      onPlayFrom: (time) => {
        latest.current.player?.seek(time)
        latest.current.player?.play()
      },
      onFollow: setFollowing,
      abilities: { section: canEdit, speaker: canEdit },
      onAction: (action) => latest.current.onAction(action),
      onSelect: (selection) => latest.current.onSelect(selection),
      onRefused: handleRefused,
      onPlayerKey: handlePlayerKey,
    })
    setView(opened)
    setFollowing(true)
    return () => {
      opened.destroy()
      setView(null)
    }
  }, [t, session, control, scroller, canEdit])

  useEffect(() => view?.setEditable(editing), [view, editing])
  return { view, following }
}
