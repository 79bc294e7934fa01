import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { languageOf, useLanguageName } from './language-name.ts'
import styles from './LanguageChip.module.css'

interface Props {
  file: ProjectFile
}

const LanguageMenu = lazyMenu<Props>(
  ({ file }, button) => <LanguageButton file={file} {...button} />,
  async () => (await import('./LanguageMenuOpened.tsx')).LanguageMenuOpened,
)

/**
 * Shows the language of a recording. Until the transcript is edited, its menu offers to recognise the recording again
 * in another language.
 */
export function LanguageChip({ file }: Props) {
  const name = useLanguageName()
  return file.can.change_language ? (
    <LanguageMenu file={file} />
  ) : (
    <span className={styles.chip}>
      <span>{name(languageOf(file))}</span>
    </span>
  )
}
