import type { Chat } from '@kaiwa/contract/chats.ts'
import { useTranslation } from 'react-i18next'
import styles from './Assistant.module.css'
import type { ChatPlace } from './chat-place.ts'

/** The files and speakers of a chat, which are fixed by its first question. */
export function ScopeText({ chat, place }: { chat: Chat; place: ChatPlace }) {
  const { t } = useTranslation('assistant')
  const { project_files: files, speakers } = chat
  const [file] = files
  const fileText = chat.covers_folder
    ? t('scope.folder')
    : files.length === 1 && file?.id === place.fileId
      ? t('scope.thisFile')
      : files.length === 1
        ? file!.title
        : t('scope.files', { count: files.length })
  const speakerText =
    speakers.length === 0
      ? t('scope.everyone')
      : speakers.map(({ name }) => name ?? t('scope.hiddenSpeaker')).join(t('scope.and'))
  const titles = files.map(({ title }) => title).join('\n')
  return (
    <span className={styles.scopeText} title={titles}>
      {t('scope.about', { files: fileText, speakers: speakerText })}
    </span>
  )
}
