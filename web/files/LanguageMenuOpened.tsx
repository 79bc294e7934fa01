import type { ProjectFile, SpokenLanguage } from '@kaiwa/contract/files.ts'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { installationQuery } from '../platform/installation-query.ts'
import { lacksEngine, spokenLanguages } from '../platform/spoken-languages.ts'
import { useOpensAtOnce } from '../ui/lazy-menu.tsx'
import { ChangeLanguageDialog } from './ChangeLanguageDialog.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import styles from './LanguageChip.module.css'

/** The opened menu of a language chip: the languages in which the recording can be recognised again. */
export function LanguageMenuOpened({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const { target, opened, setOpened } = useOpensAtOnce()
  const { data: installation } = useQuery(installationQuery)
  const [chosen, setChosen] = useState<SpokenLanguage | null>(null)
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        shadow="md"
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <LanguageButton ref={target} file={file} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('languageMenu')}</Menu.Label>
          {spokenLanguages(installation).map((language) => {
            const isCurrent = language === file.language
            const isMissing = lacksEngine(installation, language)
            return (
              <Menu.Item
                key={language}
                disabled={isCurrent || isMissing}
                leftSection={isCurrent ? <IconCheck size={16} aria-hidden="true" /> : <span className={styles.blank} />}
                onClick={() => setChosen(language)}
              >
                {t(isMissing ? 'languageWithoutEngine' : 'languageItem', { language: t(`languages.${language}`) })}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {chosen && <ChangeLanguageDialog file={file} language={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
