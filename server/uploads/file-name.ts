// Checks file names from the sender's computer. Dangerous characters are refused or removed; unusual ones are kept.
import { LIMITS } from '@kaiwa/contract/limits.ts'

export type FileName = {
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
export const readFileName = (given: string): FileName | { error: 'format' | 'max' | 'required' } => {
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
