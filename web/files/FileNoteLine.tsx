import type { ProjectFile, SpokenLanguage } from '@kaiwa/contract/files.ts'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../platform/i18n.ts'
import { installationQuery } from '../platform/installation-query.ts'
import { preselectedLanguage, spokenLanguages } from '../platform/spoken-languages.ts'
import styles from './FileStatus.module.css'
import { useRedoInLanguage } from './use-file-changes.ts'

/** Notes with a language choice, because another language may solve the problem. */
const ASKS_LANGUAGE = new Set(['no-engine', 'choose-language', 'engine-refused', 'language-assumed'])

function LanguageChoice({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const redo = useRedoInLanguage(file)
  const { data: installation } = useQuery(installationQuery)
  const offered = spokenLanguages(installation)
  const [chosen, setChosen] = useState<SpokenLanguage>(file.language)
  const language = offered.includes(chosen) ? chosen : preselectedLanguage(installation, currentLanguage())
  return (
    <span className={styles.choice}>
      <NativeSelect
        size="xs"
        aria-label={t('languageChoice')}
        value={language}
        onChange={(event) => setChosen(event.currentTarget.value as SpokenLanguage)}
        data={offered.map((value) => ({ value, label: t(`languages.${value}`) }))}
      />
      <Button
        size="compact-xs"
        variant="light"
        disabled={language === file.language}
        loading={redo.isPending}
        onClick={() => redo.mutate(language)}
      >
        {t('languageRedo')}
      </Button>
    </span>
  )
}

/** The processing note of a file: a sentence with the remedy, and a language choice where it helps. */
export function FileNoteLine({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const { note, failed_reason: reason, status } = file
  if (!note)
    return reason === 'transcript-failed' && status === 'failed' ? (
      <span className={styles.note} data-failed="true">
        {t('transcriptFailed')}
      </span>
    ) : null
  const language = note.values['language']
  const values =
    language === 'ja' || language === 'en' || language === 'auto'
      ? { ...note.values, language: t(`languages.${language}`) }
      : note.values
  return (
    <span className={styles.note} data-failed={status === 'failed'}>
      {t(`notes.${note.key as 'one-speaker'}`, { ...values, defaultValue: '' })}
      {ASKS_LANGUAGE.has(note.key) && (file.can.retry || file.can.cancel) && <LanguageChoice file={file} />}
    </span>
  )
}
