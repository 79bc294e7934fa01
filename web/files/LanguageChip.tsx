import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'
import { languageOf, useLanguageName } from './language-name.ts'
import styles from './LanguageChip.module.css'

interface Props {
  file: ProjectFile
}

/** The chip as the button of its menu. */
export function LanguageButton({ file, ...button }: Props & MenuButtonProps) {
  const { t } = useTranslation('workspace')
  const name = useLanguageName()(languageOf(file))
  return (
    <UnstyledButton
      {...button}
      className={styles.chip}
      aria-label={t('languageMenuOf', { name: file.title, language: name })}
    >
      <span>{name}</span>
      <IconChevronDown size={12} aria-hidden="true" />
    </UnstyledButton>
  )
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
