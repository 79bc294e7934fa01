import type { Chat } from '@kaiwa/contract/chats.ts'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../platform/dates.ts'
import styles from './Assistant.module.css'

/** Chats as buttons, each with the time of its last question. */
export function ChatRows({ chats, onOpen }: { chats: readonly Chat[]; onOpen: (chatId: number) => void }) {
  const { t } = useTranslation('assistant')
  return (
    <ul className={styles.rows}>
      {chats.map((chat) => (
        <li key={chat.id}>
          <UnstyledButton className={styles.row} onClick={() => onOpen(chat.id)}>
            <span className={styles.rowTitle}>{chat.title}</span>
            <span className={styles.quiet}>
              {formatDateTime(chat.updated_at)}
              {chat.is_processing && ` · ${t('writing')}`}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
