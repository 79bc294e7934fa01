import type { Assistant } from '@kaiwa/contract/chats.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../platform/api-error.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import styles from './Assistant.module.css'
import { ChatInput } from './ChatInput.tsx'
import type { ChatPlace } from './chat-place.ts'
import { MessageList } from './MessageList.tsx'
import { ModelBar } from './ModelBar.tsx'
import { chatQuery, messagesQuery } from './queries.ts'
import { ScopeText } from './ScopeText.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'
import { useChatChannel } from './use-chat-channel.ts'
import { type Question, useChatChanges } from './use-chat-changes.ts'

interface Props {
  chatId: number
  assistant: Assistant
  place: ChatPlace
  onNew: () => void
}

/** A chat with its messages; the answer that is being written grows. */
export function ChatView({ chatId, assistant, place, onNew }: Props) {
  const { t } = useTranslation('assistant')
  const chat = useQuery(chatQuery(chatId))
  const { data, error, refetch } = useQuery(messagesQuery(chatId))
  const { ask, cancel } = useChatChanges()
  useChatChannel(chatId)
  if (codeOf(error) === 'E_NOT_FOUND')
    return (
      <EmptyState title={t('missing')} text="">
        <Button onClick={onNew}>{t('newChat')}</Button>
      </EmptyState>
    )
  if (!data) return error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />
  const { messages, is_processing: isProcessing } = data
  const isBlocked = isProcessing || !assistant.can.ask
  const handleAsk = (question: Question) => ask(chatId, question)
  return (
    <>
      <MessageList messages={messages} isBlocked={isBlocked} place={place} />
      <VisuallyHidden component="output">
        {isProcessing ? t('writing') : messages.at(-1)?.user_id === null ? t('answered') : ''}
      </VisuallyHidden>
      <div className={styles.foot}>
        <div className={styles.footRow}>
          {chat.data && <ScopeText chat={chat.data} place={place} />}
          <TemplateMenu isDisabled={isBlocked} onAsk={(question) => void handleAsk(question).catch(() => undefined)} />
        </div>
        <ChatInput
          draftKey={`chat ${chatId}`}
          assistant={assistant}
          isProcessing={isProcessing}
          onAsk={(content) => handleAsk({ content, templateId: null })}
          onCancel={() => void cancel(chatId).catch(() => undefined)}
        />
        <ModelBar assistant={assistant} />
      </div>
    </>
  )
}
