import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { Alert } from '@mantine/core'
import { useNoteText } from '../files/note-text.ts'
import styles from './FilePage.module.css'

/** The note of a processed file above its transcript, for example about missing passages. */
export function FileNoteBanner({ file }: { file: ProjectFile }) {
  const text = useNoteText(file)
  return text === null ? null : (
    <Alert className={styles.note} color="gray" variant="light">
      {text}
    </Alert>
  )
}
