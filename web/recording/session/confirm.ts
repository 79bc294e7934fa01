import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { readJournal } from '@kaiwa/recording/read-journal.ts'
import type { RecordingWriter } from '../types.ts'

/** Stores what was chosen for the end of a recording. The sender waits for it before it sends the last bytes. */
export async function confirm(writer: RecordingWriter, details: RecordingDetails): Promise<void> {
  // It was not stopped by a person before the page was closed, or a full disk has refused the entry.
  if (!readJournal(writer.entries).isStopped) await writer.append({ type: 'stopped', at: Date.now() })
  await writer.append({ type: 'details', ...details })
  await writer.append({ type: 'confirmed', at: Date.now() })
}
