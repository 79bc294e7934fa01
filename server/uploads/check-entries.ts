// Checks announced files. Dangerous characters in their names are refused or removed; unusual ones are kept.
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { exceedsMinutes } from '@kaiwa/contract/minutes.ts'
import type { UploadEntry } from '@kaiwa/contract/uploads.ts'

export interface FileName {
  /** The given name without folders; used for downloads. */
  fileName: string
  /** Name without extension, at most LIMITS.nameLength; shown in lists. */
  title: string
  extension: string
  isAudio: boolean
}

const AUDIO: ReadonlySet<string> = new Set(['mp3', 'flac', 'wav', 'm4a'])
const LONGEST = 255

// Direction overrides and isolates change how a name is displayed: `report\u202E4pm.exe` looks like `reportexe.mp4`.
const DIRECTION_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

/** Parses a file name, or returns the field error code. Lone surrogates become U+FFFD. */
export function readFileName(given: string): FileName | { error: 'format' | 'max' | 'required' } {
  if (CONTROLS.test(given)) return { error: 'format' }
  const shown = given.toWellFormed().replaceAll(DIRECTION_CONTROLS, '')
  const fileName = shown.slice(Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1).trim()
  if (!fileName) return { error: 'required' }
  if (fileName.length > LONGEST) return { error: 'max' }
  const dot = fileName.lastIndexOf('.')
  const extension = dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
  if (!(LIMITS.uploadExtensions as readonly string[]).includes(extension)) return { error: 'format' }
  const stem = fileName.slice(0, dot).trim() || fileName
  // Cuts between grapheme clusters, so that no emoji is split.
  let title = ''
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(stem)) {
    if (title.length + segment.length > LIMITS.nameLength) break
    title += segment
  }
  return { fileName, title, extension, isAudio: AUDIO.has(extension) }
}

export interface CheckedEntry {
  entry: Omit<UploadEntry, 'recording'>
  name: FileName
  bytes: number | null
}

export type CheckResult =
  | { entries: CheckedEntry[] }
  | {
      code: 'E_UNPROCESSABLE_ENTITY' | 'PROJECT_MAX_FILE_SIZE_EXCEEDED' | 'PROJECT_MAX_MINUTES_EXCEEDED'
      errors: FieldErrors
    }

/**
 * Validates the announced files, all or none. Sizes are MB in the entries and bytes in the result; null for a live
 * recording.
 */
export function checkEntries(
  files: readonly UploadEntry[],
  limits: { maxFileMb: number; maxFileMinutes: number },
): CheckResult {
  const wrong: FieldErrors = {}
  const tooLarge: FieldErrors = {}
  const tooLong: FieldErrors = {}
  const seen = new Set<string>()
  const entries = files.flatMap((entry, index): CheckedEntry[] => {
    const name = readFileName(entry.name)
    if ('error' in name) wrong[`files.${index}.name`] = [name.error]
    if (seen.has(entry.uuid)) wrong[`files.${index}.uuid`] = ['unique']
    seen.add(entry.uuid)
    const bytes = entry.size === undefined ? null : Math.round(entry.size * BYTES_PER_MB)
    if (entry.recording && bytes !== null) wrong[`files.${index}.size`] = ['format']
    if (!entry.recording && bytes === null) wrong[`files.${index}.size`] = ['required']
    if (bytes === 0) wrong[`files.${index}.size`] = ['min']
    if (entry.size !== undefined && entry.size > limits.maxFileMb) tooLarge[`files.${index}.size`] = ['max']
    if (exceedsMinutes(entry.duration * 60, limits.maxFileMinutes)) tooLong[`files.${index}.duration`] = ['max']
    return 'error' in name ? [] : [{ entry, name, bytes }]
  })
  if (Object.keys(wrong).length > 0) return { code: 'E_UNPROCESSABLE_ENTITY', errors: wrong }
  if (Object.keys(tooLarge).length > 0) return { code: 'PROJECT_MAX_FILE_SIZE_EXCEEDED', errors: tooLarge }
  if (Object.keys(tooLong).length > 0) return { code: 'PROJECT_MAX_MINUTES_EXCEEDED', errors: tooLong }
  return { entries }
}
