import type { ProjectFile, SpokenLanguage } from '@kaiwa/contract/files.ts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useChangeLanguage } from './use-file-changes.ts'

interface Props {
  file: ProjectFile
  language: SpokenLanguage
  onClose: () => void
}

/** Asks before a recording is recognised again in another language. */
export function ChangeLanguageDialog({ file, language, onClose }: Props) {
  const { t } = useTranslation('workspace')
  const change = useChangeLanguage(file)
  const name = t(`languages.${language}`)
  return (
    <ConfirmDialog
      opened
      title={t('languageTitle', { language: name })}
      text={t('languageText', { name: file.title })}
      confirmLabel={t('languageRedo')}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(language, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
