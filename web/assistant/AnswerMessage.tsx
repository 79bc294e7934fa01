import { CHAT_MODELS } from '@kaiwa/contract/chat-models.ts'
import type { ChatError, ChatMessage, Citation } from '@kaiwa/contract/chat-messages.ts'
import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconCopy, IconRefresh, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../platform/toasts.ts'
import styles from './Assistant.module.css'
import { AnswerText } from './AnswerText.tsx'
import { Sources } from './Sources.tsx'
import { type Reaction, useChatChanges } from './use-chat-changes.ts'

/** Errors that are reported to the operator (CHAT-21). */
const REPORTABLE: readonly ChatError[] = ['tpm-exceeded', 'server-error']

function ErrorNote({ message, error }: { message: ChatMessage; error: ChatError }) {
  const { t } = useTranslation('assistant')
  const { report } = useChatChanges()
  const [isBusy, setIsBusy] = useState(false)
  const handleReport = async () => {
    setIsBusy(true)
    await report(message).catch(() => undefined)
    setIsBusy(false)
  }
  return (
    <div className={styles.error} role="note">
      {t(`errors.${error}`)}{' '}
      {REPORTABLE.includes(error) &&
        (message.is_reported ? (
          <span>{t('reported')}</span>
        ) : (
          <Button variant="transparent" size="compact-sm" px={0} loading={isBusy} onClick={() => void handleReport()}>
            {t('report')}
          </Button>
        ))}
    </div>
  )
}

/** Copy, rate and write again. */
function AnswerActions({ message, isBlocked }: { message: ChatMessage; isBlocked: boolean }) {
  const { t } = useTranslation('assistant')
  const { react, regenerate } = useChatChanges()
  const [isBusy, setIsBusy] = useState(false)
  const { content, like, dislike } = message
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(content)
      toast.success(t('copied'))
    } catch {
      toast.error(t('notCopied'))
    }
  }
  const change = async (work: Promise<void>) => {
    setIsBusy(true)
    await work.catch(() => undefined)
    setIsBusy(false)
  }
  // Pressing the chosen one again clears it (CHAT-18).
  const rate = (reaction: Exclude<Reaction, ''>) => void change(react(message, message[reaction] ? '' : reaction))
  return (
    <div className={styles.actions}>
      {content !== '' && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('copy')}
            title={t('copy')}
            onClick={() => void handleCopy()}
          >
            <IconCopy size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant={like ? 'light' : 'subtle'}
            color={like ? undefined : 'gray'}
            size={28}
            aria-label={t('like')}
            title={t('like')}
            aria-pressed={like}
            disabled={isBusy}
            onClick={() => rate('like')}
          >
            <IconThumbUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant={dislike ? 'light' : 'subtle'}
            color={dislike ? undefined : 'gray'}
            size={28}
            aria-label={t('dislike')}
            title={t('dislike')}
            aria-pressed={dislike}
            disabled={isBusy}
            onClick={() => rate('dislike')}
          >
            <IconThumbDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('regenerate')}
        title={t('regenerate')}
        disabled={isBlocked || isBusy}
        onClick={() => void change(regenerate(message))}
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Notes below the text of an answer: stopped, shortened, without evidence, its model. */
function Notes({ message }: { message: ChatMessage }) {
  const { t } = useTranslation('assistant')
  const { source, model, note, citations, error, is_canceled: isCanceled, is_shortened: isShortened } = message
  const hasNoEvidence = source === 'model' && error === null && !isCanceled && citations.length === 0
  return (
    <>
      {isCanceled && <p className={styles.note}>{t('canceled')}</p>}
      {isShortened && <p className={styles.note}>{t('shortened')}</p>}
      {hasNoEvidence && <p className={styles.note}>{t('noEvidence')}</p>}
      {note !== null && <p className={styles.note}>{t(`notes.${note}`)}</p>}
      {source === 'model' && model !== null && (
        <p className={styles.note}>{t('writtenBy', { model: CHAT_MODELS[model].label })}</p>
      )}
    </>
  )
}

interface Props {
  message: ChatMessage
  isBlocked: boolean
  onCite: (citation: Citation) => void
}

/** An answer with its sources, and what can be done with it. */
export function AnswerMessage({ message, isBlocked, onCite }: Props) {
  const { t } = useTranslation('assistant')
  const { content, citations, error, source, is_writing: isWriting } = message
  // Passages are their quotes, which the list of sources shows.
  const isList = source === 'passages' && citations.length > 0
  const statements = isList ? message.statements.filter((one) => one.citations.length === 0) : message.statements
  // A shortened list has quotes only.
  const hasText = content !== '' && !(isList && statements.length === 0)
  return (
    <div aria-busy={isWriting}>
      {hasText && <AnswerText content={content} statements={statements} citations={citations} onCite={onCite} />}
      {isWriting ? (
        <div className={styles.writing}>
          <Loader size={16} type="dots" aria-hidden />
          {content === '' && t('searching')}
        </div>
      ) : (
        <>
          {error !== null && <ErrorNote message={message} error={error} />}
          <Sources citations={citations} onCite={onCite} />
          <Notes message={message} />
          <AnswerActions message={message} isBlocked={isBlocked} />
        </>
      )}
    </div>
  )
}
