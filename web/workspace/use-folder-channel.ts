import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../platform/session.ts'
import { useChannel } from '../platform/use-channel.ts'
import { refreshFiles, refreshTree } from './queries.ts'

type Page = { data: FileTableRow[] }

/** Keeps a folder's table true while it is open: new estimates are written in, everything else is fetched again. */
export const useFolderChannel = (projectId: number): void => {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const refresh = (): void => void refreshFiles(client)
  const changeRows = (change: (rows: FileTableRow[]) => FileTableRow[]): void => {
    client.setQueriesData<Page>({ queryKey: ['files', projectId] }, (page) =>
      page ? { ...page, data: change(page.data) } : page,
    )
  }
  useChannel(`private-project-${projectId}`, {
    'estimation-updated': ({ project_file_id: id, transcript_started_at, estimate_completed_at, duration }) => {
      let opens = true
      changeRows((rows) =>
        rows.map((row) => {
          if (row.is_project || row.id !== id) return row
          opens = row.can.open
          return { ...row, transcript_started_at, estimate_completed_at, duration }
        }),
      )
      // What could not be opened yet may open by now: its recording plays, or its first words are there.
      if (!opens) refresh()
    },
    'files-deleted': ({ project_file_ids: ids }) => {
      changeRows((rows) => rows.filter((row) => row.is_project || !ids.includes(row.id)))
      refresh()
    },
    'file-processed': refresh,
    'process-failed': refresh,
    'file-updated': refresh,
    'items-changed': () => void refreshTree(client),
    onReturn: refresh,
  })
  useChannel(`private-user-${user.id}`, { 'items-changed': () => void refreshTree(client) })
}
