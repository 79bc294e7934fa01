import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import styles from './Assistant.module.css'
import { ChatRows } from './ChatRows.tsx'
import type { ChatPlace } from './chat-place.ts'
import { chatsQuery } from './queries.ts'

/** The reader's chats about a file or a folder, last question first. */
export function ChatHistory({ place, onOpen }: { place: ChatPlace; onOpen: (chatId: number) => void }) {
  const { t } = useTranslation('assistant')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(chatsQuery(place, page))
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.data.length === 0) return <EmptyState title={t('noChats')} text={t('noChatsText')} />
  return (
    <div className={styles.body}>
      <ChatRows chats={data.data} onOpen={onOpen} />
      <Paginator current={data.current_page} last={data.last_page} onChange={setPage} />
    </div>
  )
}
