import { usePrefetchQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { ApiError } from '../platform/api-error.ts'
import type { Prefetch } from '../platform/lazy-page.tsx'
import { queryClient } from '../platform/query-client.ts'
import { loadSession } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { toast } from '../platform/toasts.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { FileSkeleton } from './FileSkeleton.tsx'
import { FileView } from './FileView.tsx'
import { fileQuery, transcriptQuery, useFile, useFileEvents } from './queries.ts'

function idOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : null
}

/** Whether the file is missing or forbidden; the page does not distinguish these. Other errors can be retried. */
function isRefusal(error: Error) {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

function LoadedFile({ projectId, fileId }: { projectId: number; fileId: number }) {
  const { t } = useTranslation()
  const { t: workspace } = useTranslation('workspace')
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: file, error, refetch } = useFile(projectId, fileId)
  // Requests file and transcript in parallel. The file shows whether it has a transcript.
  usePrefetchQuery({ ...transcriptQuery(fileId), retry: false })
  const refused = error !== null && isRefusal(error)
  useFileEvents(projectId, fileId, () => {
    toast.info(workspace('fileDeleted'))
    void navigate(`/projects/${projectId}`, { replace: true })
  })
  useEffect(() => {
    if (!refused) return
    client.removeQueries({ queryKey: fileQuery(projectId, fileId).queryKey })
    toast.error(t('accessDenied'))
    void navigate('/projects', { replace: true })
  }, [refused, client, navigate, projectId, fileId, t])
  if (file && !refused) return <FileView key={file.id} file={file} />
  if (error && !refused) return <FailedState error={error} onRetry={() => void refetch()} />
  return <FileSkeleton />
}

/** Requests the transcript first, the largest response, then the file, which updates the unread items of the session. */
const prefetch: Prefetch = async ({ id, projectFileId }) => {
  const projectId = idOf(id)
  const fileId = idOf(projectFileId)
  if (projectId === null || fileId === null) return
  void queryClient.prefetchQuery({ ...transcriptQuery(fileId), retry: false })
  if (await loadSession()) await queryClient.prefetchQuery(fileQuery(projectId, fileId))
}

/** /projects/:id/files/:projectFileId (FILE-01). */
function FilePage() {
  const { id, projectFileId } = useParams()
  const { all_items: items } = useTree()
  const projectId = idOf(id)
  const fileId = idOf(projectFileId)
  // A user without folders has no page to return to (FILE-15).
  if (projectId === null || fileId === null || items.length === 0) return <Navigate to="/projects" replace />
  return <LoadedFile key={fileId} projectId={projectId} fileId={fileId} />
}

export default Object.assign(FilePage, { prefetch })
