import { extensionOf } from '@kaiwa/recording/describe-recording.ts'
import { readJournal, type SummarySegment } from '@kaiwa/recording/read-journal.ts'
import { saveFile } from '../../platform/save-file.ts'
import { openStore } from '../storage/open-store.ts'

const STEP_BYTES = 4 * 1_048_576

/** File names of a recording: one for each segment, because each is a separate file. */
export function fileNames(title: string, segments: readonly Pick<SummarySegment, 'mime' | 'hasVideo'>[]): string[] {
  // Characters that names of files must not have on some systems.
  const name = title.replaceAll(/[/\\:*?"<>|]/g, '-')
  return segments.map(({ mime, hasVideo }, index) => {
    const extension = extensionOf(mime, hasVideo)
    return segments.length === 1 ? `${name}.${extension}` : `${name} (${index + 1}).${extension}`
  })
}

/** Saves a stored recording as files on the disk. The recording stays. False: another tab owns it. */
export async function saveStored(uuid: string): Promise<boolean> {
  const writer = await (await openStore()).open(uuid)
  if (!writer) return false
  try {
    const { segments, details, size } = readJournal(writer.entries)
    const names = fileNames(details.title, segments)
    for (const [index, { offset, mime }] of segments.entries()) {
      const end = segments[index + 1]?.offset ?? size
      const parts: Blob[] = []
      for (let at = offset; at < end; at += STEP_BYTES)
        parts.push(new Blob([await writer.read(at, Math.min(end, at + STEP_BYTES))]))
      saveFile(new Blob(parts, { type: mime }), names[index] ?? details.title)
    }
  } finally {
    await writer.close()
  }
  return true
}
