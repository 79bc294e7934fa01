import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useQueryClient } from '@tanstack/react-query'
import { refreshFiles, refreshTree } from '../tree/queries.ts'
import { useFolderMessages } from '../tree/use-folder-messages.ts'

interface Page {
  data: FileTableRow[]
}

/** Keeps a folder's table up to date: new estimates are written to the cache, other changes reload it. */
export function useFolderChannel(projectId: number): void {
  const client = useQueryClient()
  const refresh = (): void => void refreshFiles(client)
  const changeRows = (change: (rows: FileTableRow[]) => FileTableRow[]): void => {
    client.setQueriesData<Page>({ queryKey: ['files', projectId] }, (page) =>
      page ? { ...page, data: change(page.data) } : page,
    )
  }
  useFolderMessages(projectId, {
    'estimation-updated': ({ project_file_id: id, transcript_started_at, estimate_completed_at, duration }) => {
      let opens = true
      changeRows((rows) =>
        rows.map((row) => {
          if (row.is_project || row.id !== id) return row
          opens = row.can.open
          return { ...row, transcript_started_at, estimate_completed_at, duration }
        }),
      )
      // The file may now be readable: its recording can be played or its first words exist.
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
    onResubscribed: refresh,
  })
}
