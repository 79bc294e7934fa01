// The journal of a recording, kept next to its bytes: one line of JSON for each entry, only appended. What a reader of it
// needs to know about a recording is computed from its entries.
import type { InterruptionReason } from '@kaiwa/contract/recordings.ts'

/** The choices of the person for a recording. `folderId` is the id of the project (folder). `numSpeaker` 0: automatic. */
export interface RecordingDetails {
  title: string
  folderId: number
  language: string
  numSpeaker: number
}

/** The first entry. */
export interface RecordingHeader extends RecordingDetails {
  type: 'header'
  version: 1
  /** Also the uuid of its upload. */
  uuid: string
  /** Another person at the same browser does not see it. */
  userId: number
  /** ISO 8601. */
  startedAt: string
}

export type JournalEntry =
  | RecordingHeader
  /** A recorder begins: its bytes follow those before. `seconds` of the recording; earlier versions did not write it. */
  | { type: 'segment'; offset: number; seconds?: number; mime: string; hasVideo: boolean; startedAt: string }
  /**
   * Bytes up to `end` are stored, and all bytes up to there are `seconds` of the recording, without pauses. `at`:
   * milliseconds since 1970.
   */
  | { type: 'piece'; end: number; seconds: number; at: number }
  | { type: 'marker'; seconds: number; note: string }
  | { type: 'interruption'; seconds: number; missing: number; reason: InterruptionReason }
  /**
   * The server knows the upload, in this folder. Another entry follows when a new upload has begun, and when its file is
   * known.
   */
  | { type: 'upload'; uploadId: number; videoId: string; folderId: number; fileId: number | null }
  | ({ type: 'details' } & RecordingDetails)
  /** Nothing more is recorded. */
  | { type: 'stopped'; at: number }
  /**
   * After `stopped`: the person has chosen the details, which are those of the last `details` entry. The upload ends, and
   * its processing begins with them. Other changes of the details do not end it.
   */
  | { type: 'confirmed'; at: number }
  /** The person has stopped the sending of the end: it waits until the details are confirmed again. */
  | { type: 'withdrawn'; at: number }
  /** Bytes beyond `end` were lost, after a failure of the device: pieces before this entry that end later do not count. */
  | { type: 'cut'; end: number }
  /** The server has confirmed all bytes: what is stored here may be deleted. */
  | { type: 'finished' }
