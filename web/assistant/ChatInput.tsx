import type { Assistant } from '@kaiwa/contract/chats.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { ActionIcon, Textarea } from '@mantine/core'
import { IconPlayerStopFilled, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SendHint } from '../ui/form/SendHint.tsx'
import { useFocusFromButton } from '../ui/use-focus-from-button.ts'
import styles from './Assistant.module.css'
import { draftOf, keepDraft } from './drafts.ts'

/** Remaining characters from which they are counted. */
const COUNTED = 100

interface Props {
  /** Under this key the text is kept until it is sent. */
  draftKey: string
  assistant: Assistant
  isProcessing: boolean
  /** Rejects if the question was not accepted; the text is then kept. */
  onAsk: (content: string) => Promise<unknown>
  /** Ends the answer that is being written. */
  onCancel?: () => void
}

/**
 * The question (CHAT-12 to CHAT-15): at most 400 characters, not empty, not while an answer is being written. Enter is a
 * new line, also to confirm a conversion; Ctrl or Cmd with Enter sends.
 */
export function ChatInput({ draftKey, assistant, isProcessing, onAsk, onCancel }: Props) {
  const { t } = useTranslation('assistant')
  const [text, setText] = useState(() => draftOf(draftKey))
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useFocusFromButton(field)
  const left = LIMITS.chatLength - text.trim().length
  const isBlocked = isBusy || isProcessing || !assistant.can.ask
  const isSendable = text.trim() !== '' && left >= 0 && !isBlocked
  const change = (next: string) => {
    setText(next)
    keepDraft(draftKey, next)
  }
  const send = async () => {
    if (!isSendable) return
    setIsBusy(true)
    try {
      // The chat that the question opens takes this field away.
      keepDraft(draftKey, '')
      await onAsk(text.trim())
      setText('')
    } catch {
      // The change has shown why; the text is kept.
      keepDraft(draftKey, text)
    }
    setIsBusy(false)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isCompositionKey(event.nativeEvent) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  if (!assistant.can.ask)
    return (
      <div className={styles.limit} role="note">
        <strong>{t('limitReached')}</strong>
        <span>{t('contactOwner')}</span>
      </div>
    )
  return (
    <div className={styles.form} data-own-keys>
      <Textarea
        ref={field}
        aria-label={t('question')}
        placeholder={t('question')}
        size="sm"
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        readOnly={isBusy}
        error={left < 0 ? t('overLimit', { count: -left }) : undefined}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <div className={styles.formButtons}>
        <span className={styles.hint}>{left >= 0 && left <= COUNTED ? t('left', { count: left }) : <SendHint />}</span>
        {isProcessing && onCancel ? (
          <ActionIcon size={36} variant="light" aria-label={t('stop')} title={t('stop')} onClick={onCancel}>
            <IconPlayerStopFilled size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            size={36}
            aria-label={t('send')}
            title={t('send')}
            disabled={!isSendable}
            loading={isBusy}
            onClick={() => void send()}
          >
            <IconSend size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}
