import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { installationQuery } from '../../platform/installation-query.ts'
import { spokenLanguages } from '../../platform/spoken-languages.ts'

interface Props {
  value: string
  onChange: (language: SpokenLanguage) => void
}

export function LanguageField({ value, onChange }: Props) {
  const { t } = useTranslation('recording')
  const { data: installation } = useQuery(installationQuery)
  return (
    <NativeSelect
      label={t('setup.language')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as SpokenLanguage)}
      data={spokenLanguages(installation).map((language) => ({ value: language, label: t(`languages.${language}`) }))}
    />
  )
}
