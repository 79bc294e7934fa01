// The two choices of a recording before its upload: how many people speak, and in which language.
import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { installationQuery } from '../platform/installation-query.ts'
import { spokenLanguages } from '../platform/spoken-languages.ts'

interface Props<T> {
  label: string
  /** Null: the files differ. */
  value: T | null
  isDisabled: boolean
  onChange: (value: T) => void
}

/** Shown as the value where files differ; it cannot be chosen. */
function mixed(value: unknown, label: string) {
  return value === null ? [{ value: '', label, disabled: true }] : []
}

/** Automatic, or 1 to 5 (UP-02). */
export function SpeakersChoice({ label, value, isDisabled, onChange }: Props<number>) {
  const { t } = useTranslation('uploads')
  const counts = Array.from({ length: LIMITS.speakersPerFile + 1 }, (_, count) => ({
    value: String(count),
    label: t('speakers', { value: count === 0 ? t('automatic') : t('persons', { count }) }),
  }))
  return (
    <NativeSelect
      aria-label={label}
      disabled={isDisabled}
      value={value ?? ''}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={[...mixed(value, t('speakers', { value: t('mixed') })), ...counts]}
    />
  )
}

export function LanguageChoice({ label, value, isDisabled, onChange }: Props<SpokenLanguage>) {
  const { t } = useTranslation('uploads')
  const { data: installation } = useQuery(installationQuery)
  const languages = spokenLanguages(installation).map((language) => ({
    value: language,
    label: t('language', { value: t(`languages.${language}`) }),
  }))
  return (
    <NativeSelect
      aria-label={label}
      disabled={isDisabled}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value as SpokenLanguage)}
      data={[...mixed(value, t('language', { value: t('mixed') })), ...languages]}
    />
  )
}
