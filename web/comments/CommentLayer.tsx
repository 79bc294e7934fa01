import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { moveAnchors } from '@kaiwa/transcript/move-anchors.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { showChunkLoadError } from '../platform/chunk-load-error.ts'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { useThrottledCallback } from '../platform/use-throttled-callback.ts'
import type { OverlayProps } from '../transcripts/file-page.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { usePanel } from './comment-panel.ts'
import { commentsQuery, forgetComments, refreshComments, refreshThreads } from './queries.ts'
import { shownPassages } from './shown-passages.ts'
import { useLinkedThread } from './use-linked-thread.ts'

/** Marks the passages with comments, keeps the list up to date, and opens the thread that the address names. */
export function CommentLayer({ view }: Pick<OverlayProps, 'view'>) {
  const { file, session } = useOpenFile()
  const client = useQueryClient()
  const { data, isFetching } = useQuery(commentsQuery(file.id))
  const { chosen } = usePanel(session)
  const refresh = () => void refreshComments(client, file.id)
  const changed = useRef<number[]>([])
  // Each save that moves a passage is such a change.
  const change = useThrottledCallback(() => void refreshThreads(client, file.id, changed.current.splice(0)))
  useChannel(fileChannel(file.id), {
    'comments-changed': ({ thread_ids: ids }) => {
      changed.current.push(...ids)
      change()
    },
    onSubscribed: refresh,
    onResubscribed: refresh,
  })
  useEffect(() => () => forgetComments(client, file.id), [client, file.id])

  const threads = data?.threads
  useEffect(() => {
    if (!view || !threads) return undefined
    let move: typeof moveAnchors | null = null
    let loading: Promise<void> | undefined
    let left = false
    const load = async () => {
      move = (await import('@kaiwa/transcript/move-anchors.ts')).moveAnchors
      if (!left) show()
    }
    const show = () => {
      if (threads.length > 0 && session.getState().isDirty) loading ??= load().catch(showChunkLoadError)
      const passages = shownPassages(session, threads, move)
      const isNew = typeof chosen === 'object' && chosen !== null
      const current = isNew
        ? { uuid: chosen.block_uuid, offset: chosen.start_offset, length: chosen.text.length }
        : passages.find(({ threadId }) => threadId === chosen)
      view.showComments(passages, current ?? null)
    }
    show()
    const unsubscribe = session.subscribe(({ cause }) => cause !== 'state' && show())
    return () => {
      left = true
      unsubscribe()
    }
  }, [view, session, threads, chosen])

  useLinkedThread(view, threads && !isFetching ? threads : null)
  return null
}
