import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSavedSetting } from '../platform/use-saved-setting.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ResizeHandle } from '../ui/ResizeHandle.tsx'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { makeRoom } from '../transcripts/use-room.ts'
import styles from './Assistant.module.css'
import { ChatHeader } from './ChatHeader.tsx'
import { ChatHistory } from './ChatHistory.tsx'
import { useChatOpen } from './chat-open.ts'
import type { ChatPlace } from './chat-place.ts'
import { ChatView } from './ChatView.tsx'
import { useCited } from './cited.ts'
import { NewChat } from './NewChat.tsx'
import { PanelPart } from './PanelPart.tsx'
import { assistantQuery, chatQuery } from './queries.ts'
import { useChatsChannel } from './use-chat-channel.ts'

const WIDTH = { min: 240, max: 480 }
const SAVE_AFTER_MS = 500

/** Width of the panel; saved in the account 500 ms after the last change (FILE-12, CHAT-08). */
function useChatWidth() {
  const [saved, save] = useSavedSetting('chat_width')
  const [width, setWidth] = useState(saved)
  const saveLater = useDebouncedCallback(save, SAVE_AFTER_MS)
  const change = (next: number) => {
    const clamped = Math.round(Math.min(WIDTH.max, Math.max(WIDTH.min, next)))
    setWidth(clamped)
    saveLater(clamped)
  }
  return { width, change }
}

interface OpenChat {
  id: number
  projectId: number
}

/** The panel of the assistant: chats about the open file, or about the files of the open folder (CHAT-06, CHAT-07). */
export function ChatPanel({ place }: { place: ChatPlace }) {
  const { t } = useTranslation('assistant')
  const { isDrawer, setIsOpen } = useChatOpen()
  const { width, change } = useChatWidth()
  const assistant = useQuery(assistantQuery)
  const [opened, setOpened] = useState<OpenChat | null>(null)
  const [isHistory, setIsHistory] = useState(false)
  const cited = useCited()
  useChatsChannel()
  useLayoutEffect(makeRoom, [])
  useFocusReturn('panel')
  const panel = useRef<HTMLElement>(null)
  // A citation leads to a file of another folder, and the chat stays.
  const isKept = opened?.projectId === place.projectId || cited?.citation.file_id === place.fileId
  const current = opened && isKept ? opened : null
  const chat = useQuery({ ...chatQuery(current?.id ?? 0), enabled: current !== null })

  const open = (id: number | null) => {
    setOpened(id === null ? null : { id, projectId: place.projectId })
    setIsHistory(false)
  }
  const { data } = assistant
  return (
    <>
      {!isDrawer && <ResizeHandle label={t('resize')} width={width} {...WIDTH} direction={-1} onChange={change} />}
      <aside
        ref={panel}
        tabIndex={-1}
        className={styles.panel}
        aria-label={t('title')}
        style={{ '--chat-width': `${width}px` }}
      >
        <ChatHeader
          assistant={data}
          chat={current && chat.data ? chat.data : null}
          isHistory={isHistory}
          onHistory={() => setIsHistory(!isHistory)}
          onNew={() => open(null)}
          onClose={() => setIsOpen(false)}
        />
        <PanelPart key={isHistory ? 'history' : (current?.id ?? 'new')} panel={panel}>
          {isHistory ? (
            <ChatHistory place={place} onOpen={open} />
          ) : !data ? (
            assistant.error ? (
              <FailedState error={assistant.error} onRetry={() => void assistant.refetch()} />
            ) : (
              <Loading />
            )
          ) : current ? (
            <ChatView key={current.id} chatId={current.id} assistant={data} place={place} onNew={() => open(null)} />
          ) : (
            <NewChat
              key={`${place.projectId} ${place.fileId}`}
              place={place}
              assistant={data}
              onOpen={open}
              onHistory={() => setIsHistory(true)}
            />
          )}
        </PanelPart>
      </aside>
    </>
  )
}
