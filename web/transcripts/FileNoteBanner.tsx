import type { FileNote } from '@kaiwa/contract/files.ts'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './FilePage.module.css'

const LANGUAGES = ['auto', 'ja', 'en'] as const

function isLanguage(value: string | undefined): value is (typeof LANGUAGES)[number] {
  return LANGUAGES.some((known) => known === value)
}

/** Text of a note in the language of the reader; null without a note. */
export function useNoteText(note: FileNote | null): string | null {
  const { t } = useTranslation('workspace')
  if (!note) return null
  const { language } = note.values
  const values = isLanguage(language) ? { ...note.values, language: t(`languages.${language}`) } : note.values
  return t(`notes.${note.key}`, { ...values, defaultValue: '' }) || null
}

/** The note of a processed file above its transcript, for example about its language. */
export function FileNoteBanner({ note }: { note: FileNote }) {
  const text = useNoteText(note)
  return text === null ? null : (
    <Alert className={styles.note} color="gray" variant="light">
      {text}
    </Alert>
  )
}
