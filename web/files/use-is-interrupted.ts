import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { serverTimeAt } from '../platform/response-clock.ts'
import { useNow } from '../platform/use-now.ts'
import { hasStoppedSending } from '../uploads/active-senders.ts'
import { useUpload } from '../uploads/upload-store.ts'

/** Milliseconds without a new byte after which an upload from another page counts as interrupted. */
const STALLED_MS = 45_000
/** The same for a recording, which sends nothing while it is paused. */
const RECORDER_GONE_MS = 180_000

/**
 * True when no client sends the bytes of a waiting file: this page stopped, this browser was reloaded, or the server
 * received nothing for a while (PROC-06).
 */
export function useIsInterrupted({
  status,
  upload,
  is_recording: isRecording,
}: Pick<ProjectFile, 'status' | 'upload' | 'is_recording'>): boolean {
  const own = useUpload(upload?.id ?? null)
  const isAwaited = status === 'waiting' && upload !== null
  const now = useNow(isAwaited && !own)
  if (!isAwaited) return false
  if (own) return own.phase === 'interrupted' || own.phase === 'failed'
  const idleMs = serverTimeAt(now) - Date.parse(upload.active_at)
  return idleMs > (isRecording ? RECORDER_GONE_MS : STALLED_MS) || (!isRecording && hasStoppedSending(upload.id))
}
