import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { installationQuery } from '../../platform/installation-query.ts'
import { lacksEngine } from '../../platform/spoken-languages.ts'
import { Notice } from './Notice.tsx'

/** The text about a language that no engine of this installation recognises; null if one does, or while it is not known. */
export function useMissingEngine(language: string): string | null {
  const { t } = useTranslation('recording')
  const spoken = language as SpokenLanguage
  const isMissing = lacksEngine(useQuery(installationQuery).data, spoken)
  return isMissing ? t('noEngine', { language: t(`languages.${spoken}`) }) : null
}

/** Says before a recording that its language cannot be transcribed here. */
export function EngineNotice({ language }: { language: string }) {
  const text = useMissingEngine(language)
  return text !== null && <Notice kind="warning" text={text} />
}
