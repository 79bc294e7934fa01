import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import { BYTES_PER_MB } from '@kaiwa/contract/limits.ts'
import { exceedsMinutes } from '@kaiwa/contract/minutes.ts'
import type { UploadEntry } from '@kaiwa/contract/uploads.ts'
import { type FileName, readFileName } from './file-name.ts'

export type CheckedEntry = { entry: Omit<UploadEntry, 'recording'>; name: FileName; bytes: number | null }

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
export const checkEntries = (
  files: readonly UploadEntry[],
  limits: { maxFileMb: number; maxFileMinutes: number },
): CheckResult => {
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
