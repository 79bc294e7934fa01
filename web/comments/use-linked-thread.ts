import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import type { TranscriptView } from '@kaiwa/editor'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { toast } from '../platform/toasts.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { openPanel, usePanel } from './comment-panel.ts'

/**
 * Opens the thread that the address names, and scrolls to its block. The block of a long transcript can arrive later; then
 * it is scrolled to unless another thread was chosen. `threads` are null until they are known and up to date.
 */
export function useLinkedThread(view: TranscriptView | null, threads: readonly ThreadSummary[] | null): void {
  const { t } = useTranslation('transcripts')
  const { session } = useOpenFile()
  const { chosen } = usePanel(session)
  const [awaited, setAwaited] = useState<ThreadSummary | null>(null)
  const [query, setQuery] = useSearchParams()
  const wanted = Number(query.get('thread'))
  const openThread = useEffectEvent(() => {
    const thread = threads?.find(({ id }) => id === wanted)
    query.delete('thread')
    setQuery(query, { replace: true })
    if (!thread) return void toast.error(t('commentMissing'))
    openPanel(session, { chosen: thread.id, resolved: thread.is_resolved })
    requestAnimationFrame(() => setAwaited(thread))
  })
  useEffect(() => {
    if (wanted > 0 && threads && view) openThread()
  }, [wanted, threads, view])

  const uuid = awaited && awaited.id === chosen ? awaited.block_uuid : null
  useEffect(() => {
    if (!view || uuid === null) return undefined
    let frame = 0
    const scroll = () => {
      if (frame !== 0 || !session.getState().document.blocks.get(uuid)) return
      // The panel narrows the text before.
      frame = requestAnimationFrame(() => {
        view.scrollToBlock(uuid)
        setAwaited(null)
      })
    }
    const unsubscribe = session.subscribe(scroll)
    scroll()
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    }
  }, [view, session, uuid])
}
