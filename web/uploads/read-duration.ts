// The readers of the formats that may be uploaded, and no others: this file is fetched when somebody chooses a file.
import { BlobSource, FLAC, Input, MATROSKA, MP3, MP4, QTFF, WAVE } from 'mediabunny'

/** Seconds of a recording; rejects where the file is none of ours. */
export const readDuration = async (file: Blob): Promise<number> => {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, MP3, FLAC, WAVE] })
  try {
    return (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  } finally {
    input.dispose()
  }
}
