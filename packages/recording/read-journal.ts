// A journal is read as it was found: its last line may be torn, a line may be damaged, and a later version may have written
// entries that are not known here. Such lines are skipped, so that they cost nothing of what other lines say.
import type { RecordingInterruption, RecordingMarker } from '@kaiwa/contract/recordings.ts'
import type { JournalEntry, RecordingDetails, RecordingHeader } from './journal.ts'

export interface SummarySegment {
  /** Its first byte in the recording. */
  offset: number
  /** Start in the recording in seconds, without pauses; null if it was written by an earlier version. */
  seconds: number | null
  mime: string
  hasVideo: boolean
  /** ISO 8601. */
  startedAt: string
}

/** State of a recording, computed from its journal. */
export interface RecordingSummary {
  /** Null: the journal has no readable header. */
  header: RecordingHeader | null
  /** As last chosen. */
  details: RecordingDetails
  seconds: number
  /** Bytes that are stored. */
  size: number
  /** In order; each has at least one byte. */
  segments: SummarySegment[]
  markers: RecordingMarker[]
  interruptions: RecordingInterruption[]
  /** The last upload that the server announced. */
  upload: { uploadId: number; videoId: string; folderId: number; fileId: number | null } | null
  /** Of the first segment; empty without a segment. */
  mime: string
  /** Whether any segment has a picture. */
  hasVideo: boolean
  isStopped: boolean
  /** Stopped, and its details were chosen for the end and not withdrawn: the upload may end. */
  isConfirmed: boolean
  isFinished: boolean
}

type Check = (value: unknown) => boolean
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
const isText: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const isNumberOrNull: Check = (value) => value === null || isNumber(value)

const DETAILS = { title: isText, folderId: isNumber, language: isText, numSpeaker: isNumber }

/** The values that an entry must have to be used. */
const FIELDS: Record<JournalEntry['type'], Record<string, Check>> = {
  header: { ...DETAILS, uuid: isText, userId: isNumber, startedAt: isText },
  segment: { offset: isNumber, mime: isText, hasVideo: isBoolean, startedAt: isText },
  piece: { end: isNumber, seconds: isNumber },
  marker: { seconds: isNumber, note: isText },
  interruption: { seconds: isNumber, missing: isNumber, reason: isText },
  upload: { uploadId: isNumber, videoId: isText, folderId: isNumber, fileId: isNumberOrNull },
  details: DETAILS,
  stopped: {},
  confirmed: {},
  withdrawn: {},
  cut: { end: isNumber },
  finished: {},
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return false
  if (!Object.hasOwn(FIELDS, value.type)) return false
  const fields = FIELDS[value.type as JournalEntry['type']]
  return Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]))
}

/**
 * The text of an entry in the journal. It begins with the line break, so that an entry after a torn line is readable.
 */
export function toJournalLine(entry: JournalEntry): string {
  return `\n${JSON.stringify(entry)}`
}

/** The entries of a stored journal. Skips lines that are damaged, and entries of an unknown type. */
export function parseJournal(text: string): JournalEntry[] {
  return text.split('\n').flatMap((line): JournalEntry[] => {
    try {
      const value: unknown = JSON.parse(line)
      return isEntry(value) ? [value] : []
    } catch {
      return []
    }
  })
}

/**
 * The entry that must follow when only `size` bytes of a recording are there, as after a failure of the device; null if
 * all pieces of the journal are there.
 */
export function missingCut(entries: readonly JournalEntry[], size: number): JournalEntry | null {
  return readJournal(entries).size > size ? { type: 'cut', end: piecesWithin(entries, size).at(-1)?.end ?? 0 } : null
}

type Piece = Extract<JournalEntry, { type: 'piece' }>

/**
 * Pieces whose bytes are among the first `size`, in order. A piece that was damaged may claim to end beyond those after it: they
 * count again after a cut.
 */
function piecesWithin(entries: readonly JournalEntry[], size: number): Piece[] {
  let pieces: Piece[] = []
  for (const entry of entries) {
    if (entry.type === 'piece') pieces.push(entry)
    if (entry.type === 'cut') pieces = pieces.filter(({ end }) => end <= entry.end)
  }
  let last = 0
  return pieces.filter(({ end }) => {
    const counts = end <= size && end > last
    if (counts) last = end
    return counts
  })
}

/** The last piece that counts. */
export function lastPiece(entries: readonly JournalEntry[]): Piece | undefined {
  return piecesWithin(entries, Infinity).at(-1)
}

function detailsOf({ title, folderId, language, numSpeaker }: RecordingDetails): RecordingDetails {
  return { title, folderId, language, numSpeaker }
}

/** The segments that have bytes. A segment without bytes is replaced by the next one. */
function segmentsOf(entries: readonly JournalEntry[], size: number, header: RecordingHeader | null): SummarySegment[] {
  if (size === 0) return []
  const byOffset = new Map<number, SummarySegment>()
  for (const entry of entries) {
    if (entry.type === 'cut') for (const offset of byOffset.keys()) if (offset > entry.end) byOffset.delete(offset)
    if (entry.type !== 'segment') continue
    const { offset, seconds, mime, hasVideo, startedAt } = entry
    byOffset.set(offset, { offset, seconds: isNumber(seconds) ? seconds : null, mime, hasVideo, startedAt })
  }
  // The line of the first segment is damaged.
  if (!byOffset.has(0)) {
    const next = [...byOffset.values()].toSorted((a, b) => a.offset - b.offset)[0]
    const { mime = '', hasVideo = false, startedAt = '' } = next ?? {}
    byOffset.set(0, { offset: 0, seconds: 0, mime, hasVideo, startedAt: header?.startedAt ?? startedAt })
  }
  return [...byOffset.values()].filter(({ offset }) => offset < size).toSorted((a, b) => a.offset - b.offset)
}

function uploadOf(entries: readonly JournalEntry[]): RecordingSummary['upload'] {
  const found = entries.findLast((entry) => entry.type === 'upload')
  if (!found) return null
  const { uploadId, videoId, folderId, fileId } = found
  return { uploadId, videoId, folderId, fileId }
}

/** Whether the end was confirmed, and not withdrawn since. */
function endingOf(entries: readonly JournalEntry[]) {
  return entries.findLast(({ type }) => type === 'confirmed' || type === 'withdrawn')?.type
}

/** Without entries that are repeated. */
function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** Summarises a journal. Any prefix of one is a journal, and repeated entries count once. */
export function readJournal(entries: readonly JournalEntry[]): RecordingSummary {
  const header = entries.find((entry) => entry.type === 'header') ?? null
  const chosen = entries.findLast((entry) => entry.type === 'details') ?? header
  const last = lastPiece(entries)
  const size = last?.end ?? 0
  const segments = segmentsOf(entries, size, header)
  const isStopped = entries.some(({ type }) => type === 'stopped')
  return {
    header,
    details: chosen ? detailsOf(chosen) : { title: '', folderId: 0, language: 'auto', numSpeaker: 0 },
    seconds: last?.seconds ?? 0,
    size,
    segments,
    markers: distinct(
      entries.flatMap((entry) => (entry.type === 'marker' ? [{ seconds: entry.seconds, note: entry.note }] : [])),
    ),
    interruptions: distinct(
      entries.flatMap((entry) =>
        entry.type === 'interruption' ? [{ seconds: entry.seconds, missing: entry.missing, reason: entry.reason }] : [],
      ),
    ),
    upload: uploadOf(entries),
    mime: segments[0]?.mime ?? '',
    hasVideo: segments.some((segment) => segment.hasVideo),
    isStopped,
    isConfirmed: isStopped && endingOf(entries) === 'confirmed',
    isFinished: entries.some(({ type }) => type === 'finished'),
  }
}
