import type { Assistant } from '@kaiwa/contract/chats.ts'
import { Button, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Assistant.module.css'
import { ChatInput } from './ChatInput.tsx'
import { ChatRows } from './ChatRows.tsx'
import type { ChatPlace } from './chat-place.ts'
import { keepDraft } from './drafts.ts'
import { ModelBar } from './ModelBar.tsx'
import { chatsQuery, templatesQuery } from './queries.ts'
import { ScopePicker } from './ScopePicker.tsx'
import { type Question, type Scope, useChatChanges } from './use-chat-changes.ts'

const LATEST = 3

interface Props {
  place: ChatPlace
  assistant: Assistant
  onOpen: (chatId: number) => void
  onHistory: () => void
}

/** A chat before its first question: the latest chats, templates, and the selection of files and speakers. */
export function NewChat({ place, assistant, onOpen, onHistory }: Props) {
  const { t } = useTranslation('assistant')
  const { data: chats } = useQuery(chatsQuery(place, 1))
  const { data: templates } = useQuery(templatesQuery)
  const { start, ask } = useChatChanges()
  const [scope, setScope] = useState<Scope>({ fileIds: place.fileId === null ? [] : [place.fileId], speakerIds: [] })
  const [isBusy, setIsBusy] = useState(false)
  const latest = chats?.data.slice(0, LATEST) ?? []
  const handleAsk = async (question: Question) => {
    setIsBusy(true)
    try {
      const { id } = await start(place.projectId, scope, question)
      try {
        await ask(id, question)
      } catch {
        // The chat has no messages yet; its field gets the refused question.
        keepDraft(`chat ${id}`, question.content)
      }
      onOpen(id)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <div className={styles.body}>
        {latest.length > 0 && (
          <section className={styles.group}>
            <div className={styles.groupHead}>
              <h3 className={styles.groupTitle}>{t('latest')}</h3>
              <Button variant="subtle" size="compact-xs" onClick={onHistory}>
                {t('allChats')}
              </Button>
            </div>
            <ChatRows chats={latest} onOpen={onOpen} />
          </section>
        )}
        <section className={styles.group}>
          <h3 className={styles.groupTitle}>{t('templates')}</h3>
          <ul className={styles.templates}>
            {templates?.map(({ id, name, question }) => (
              <li key={id}>
                <UnstyledButton
                  className={styles.template}
                  title={question}
                  disabled={isBusy || !assistant.can.ask}
                  onClick={() => void handleAsk({ content: question, templateId: id }).catch(() => undefined)}
                >
                  {name}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className={styles.foot}>
        <ScopePicker place={place} scope={scope} onScope={setScope} />
        <ChatInput
          draftKey={`new ${place.projectId} ${place.fileId}`}
          assistant={assistant}
          isProcessing={isBusy}
          onAsk={(content) => handleAsk({ content, templateId: null })}
        />
        <ModelBar assistant={assistant} />
      </div>
    </>
  )
}
