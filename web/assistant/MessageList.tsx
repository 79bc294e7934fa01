import type { ChatMessage, Citation } from '@kaiwa/contract/chat-messages.ts'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import styles from './Assistant.module.css'
import { AnswerMessage } from './AnswerMessage.tsx'
import { useChatOpen } from './chat-open.ts'
import type { ChatPlace } from './chat-place.ts'
import { pressCitation } from './cited.ts'
import { addressOf } from './queries.ts'

/** Distance from the end in pixels within which the list follows new text. */
const NEAR_END = 80

/** Scrolls to the end with new text, unless the reader has scrolled up; a new question always scrolls. */
function useFollowedEnd(messages: readonly ChatMessage[]) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const known = useRef(0)
  useLayoutEffect(() => {
    if (messages.length !== known.current) isAtEnd.current = true
    known.current = messages.length
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [messages])
  const handleScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {}
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END
  }
  return { list, handleScroll }
}

interface Props {
  messages: readonly ChatMessage[]
  /** No answer can be written now. */
  isBlocked: boolean
  place: ChatPlace
}

/** Questions and answers in order. A pressed citation plays on the page of its file, which is opened if necessary. */
export function MessageList({ messages, isBlocked, place }: Props) {
  const { t } = useTranslation('assistant')
  const navigate = useNavigate()
  const { isDrawer, setIsOpen } = useChatOpen()
  const { list, handleScroll } = useFollowedEnd(messages)
  const handleCite = (citation: Citation) => {
    pressCitation(citation)
    if (isDrawer) setIsOpen(false)
    if (citation.file_id !== place.fileId) void navigate(addressOf(citation))
  }
  return (
    <div ref={list} className={styles.body} onScroll={handleScroll} tabIndex={-1}>
      <ul className={styles.messages} aria-label={t('messages')}>
        {messages.map((message) => (
          <li key={message.id} className={message.user_id === null ? styles.answer : styles.question}>
            {message.user_id === null ? (
              <AnswerMessage message={message} isBlocked={isBlocked} onCite={handleCite} />
            ) : (
              message.content
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
