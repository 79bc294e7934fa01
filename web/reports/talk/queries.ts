import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import type { ScopedFolder } from '../../tree/folder-filter.ts'
import type { TalkState } from './talk-state.ts'

const KEY = 'folder-talk'
/** While figures are being computed in the background. */
const PENDING_INTERVAL_MS = 3_000

/** One page of the comparison. The previous one of the same folder is shown while the next is loading. */
export function folderTalkQuery({ projectId, scope }: ScopedFolder, { speaker, sort, direction, page }: TalkState) {
  const query = { scope, sort, direction, page, ...(speaker === null ? {} : { speaker }) }
  return queryOptions({
    queryKey: [KEY, projectId, query],
    queryFn: ({ signal }) => call('listFolderTalk', { params: { projectId }, query }, { signal }),
    placeholderData: (previous, last) => (last?.queryKey[1] === projectId ? previous : undefined),
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? PENDING_INTERVAL_MS : false),
  })
}

export function refreshFolderTalk(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [KEY] })
}
