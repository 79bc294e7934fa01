import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { closesOnEscape } from '../ui/closes-on-escape.ts'
import styles from './FileStatus.module.css'
import { useNoteText } from './note-text.ts'

/**
 * The note of a file in one line. The whole sentence is shown on hover, focus or press; on phones there is only space for
 * the icon.
 */
export function FileNote({ file }: { file: ProjectFile }) {
  const text = useNoteText(file)
  const [isOpen, setIsOpen] = useState(false)
  if (text === null) return null
  return (
    <Tooltip label={text} opened={isOpen} multiline maw={360} position="bottom-start">
      <UnstyledButton
        className={styles.note}
        data-failed={file.status === 'failed' || undefined}
        onPointerEnter={() => setIsOpen(true)}
        onPointerLeave={() => setIsOpen(false)}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onClick={() => setIsOpen(true)}
        onKeyDown={isOpen ? closesOnEscape(() => setIsOpen(false)) : undefined}
      >
        <IconInfoCircle size={14} aria-hidden="true" />
        <span>{text}</span>
      </UnstyledButton>
    </Tooltip>
  )
}
