// Until the sender is merged: a recording stays in this browser.
import type { RecordingSender, RecordingWriter, SendState } from '../types.ts'

export function sendRecording(_writer: RecordingWriter): RecordingSender {
  const state: SendState = { phase: 'waiting', sent: 0, fileId: null, projectId: null }
  return { get: () => state, subscribe: () => () => undefined, retry: () => undefined, close: () => undefined }
}
