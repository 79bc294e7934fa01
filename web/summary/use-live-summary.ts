import { fileChannel, userChannel } from '@kaiwa/contract/channels.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChannel } from '../platform/realtime/use-channel.ts'
import { useSignedIn } from '../platform/session.ts'
import type { EditSessionState } from '@kaiwa/editor'
import { useOpenFile, useSessionState } from '../transcripts/open-file.ts'
import { refreshSummary, summaryQuery } from './queries.ts'

function revisionOf({ document }: EditSessionState): number {
  return document.revision
}

/**
 * The summary of the open file. Fetched again with its messages, with each save of the transcript, and when summaries are
 * switched on or off, because its note depends on that.
 */
export function useLiveSummary() {
  const { file, session } = useOpenFile()
  const client = useQueryClient()
  const refresh = () => void refreshSummary(client, file.id)
  useChannel(fileChannel(file.id), { 'summary-changed': refresh, onSubscribed: refresh, onResubscribed: refresh })
  useChannel(userChannel(useSignedIn().user.id), { 'summaries-switched': refresh })
  // A save can make parts out of date, and quotes move with the text. A file that is ready can get a summary.
  const state = `${useSessionState(session, revisionOf)} ${file.status}`
  const known = useRef(state)
  useEffect(() => {
    if (known.current === state) return
    known.current = state
    void refreshSummary(client, file.id)
  }, [state, client, file.id])
  return useQuery(summaryQuery(file.id))
}
