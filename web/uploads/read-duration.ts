// Imports only the readers of formats that can be uploaded. Loaded on demand, when a file is chosen.
import { BlobSource, FLAC, Input, MATROSKA, MP3, MP4, QTFF, WAVE } from 'mediabunny'

/** Duration of a recording in seconds. Rejects when the format is not supported. */
export async function readDuration(file: Blob): Promise<number> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, MP3, FLAC, WAVE] })
  try {
    return (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  } finally {
    input.dispose()
  }
}
