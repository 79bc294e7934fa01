import type { RecordingSender, RecordingWriter } from '../types.ts'
import { Sender } from './recording-sender.ts'

/** Begins to send what a writer has and will store. One sender for a recording at a time. */
export function sendRecording(writer: RecordingWriter): RecordingSender {
  return new Sender(writer)
}
