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

/** The language of a recording. Its menu has it recognised again in another one, as long as nobody edited the transcript. */
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
