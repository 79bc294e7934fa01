import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { useTranslation } from 'react-i18next'

const LANGUAGES = ['auto', 'ja', 'en'] as const

function isLanguage(value: string | undefined): value is (typeof LANGUAGES)[number] {
  return LANGUAGES.some((known) => known === value)
}

/** The note about a file's analysis as a sentence for the reader; null for nothing. */
export function useNoteText({
  note,
  status,
  failed_reason: reason,
}: Pick<ProjectFile, 'note' | 'status' | 'failed_reason'>): string | null {
  const { t } = useTranslation('workspace')
  if (!note) return reason === 'transcript-failed' && status === 'failed' ? t('transcriptFailed') : null
  const { language } = note.values
  const values = isLanguage(language) ? { ...note.values, language: t(`languages.${language}`) } : note.values
  return t(`notes.${note.key}`, { ...values, defaultValue: '' }) || null
}
