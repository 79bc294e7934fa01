import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MenuButtonProps } from '../ui/lazy-menu.tsx'
import { languageOf, useLanguageName } from './language-name.ts'
import styles from './LanguageChip.module.css'

/** The chip as the button of its menu. */
export function LanguageButton({ file, ...button }: { file: ProjectFile } & MenuButtonProps) {
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
