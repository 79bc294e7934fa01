// Parts that the assistant adds to the frame: the button in the header and the panel at the right of the page. The panel
// stays while one page follows another, so that a citation of another file keeps the chat.
import { ActionIcon } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useSignedIn } from '../platform/session.ts'
import { useChatOpen } from './chat-open.ts'
import { useChatPlace } from './chat-place.ts'

/** Toggles the panel, on pages of a folder other than the root and of a file (UI-04). */
export function ChatToggle() {
  const { t } = useTranslation()
  const place = useChatPlace()
  const { isOpen, setIsOpen } = useChatOpen()
  return (
    place && (
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        color={isOpen ? undefined : 'gray'}
        size="lg"
        aria-label={t('chat')}
        title={t('chat')}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconMessageChatbot size={20} aria-hidden="true" />
      </ActionIcon>
    )
  )
}

/** Keeps the room of the panel while it loads. */
function Room() {
  const { user } = useSignedIn()
  const { isDrawer } = useChatOpen()
  return !isDrawer && <div style={{ flex: 'none', width: user.settings.chat_width }} />
}

const ChatPanel = lazyPart(async () => (await import('./ChatPanel.tsx')).ChatPanel, ['assistant'], <Room />)

export function ChatAside() {
  const place = useChatPlace()
  const { isOpen } = useChatOpen()
  return place && isOpen && <ChatPanel place={place} />
}
