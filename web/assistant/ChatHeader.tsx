import type { Assistant, Chat } from '@kaiwa/contract/chats.ts'
import { ActionIcon, CloseButton, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import styles from './Assistant.module.css'
import { useChatChanges } from './use-chat-changes.ts'

interface Props {
  assistant: Assistant | undefined
  /** The shown chat; null for a new one. */
  chat: Chat | null
  isHistory: boolean
  onHistory: () => void
  onNew: () => void
  onClose: () => void
}

/** Title, new chat, history, and the menu of the chat. Without a remaining chat no new one can be started (CHAT-10). */
export function ChatHeader({ assistant, chat, isHistory, onHistory, onNew, onClose }: Props) {
  const { t } = useTranslation('assistant')
  const common = useTranslation().t
  const { rename, remove } = useChatChanges()
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isFull = assistant?.can.ask === false
  const handleDelete = async (id: number) => {
    setIsBusy(true)
    try {
      await remove(id)
      setDialog(null)
      onNew()
    } catch {
      // The change has shown why.
    }
    setIsBusy(false)
  }
  const title = isHistory ? t('history') : (chat?.title ?? t('title'))
  return (
    <div className={styles.head}>
      <h2 className={styles.title} title={title}>
        {title}
      </h2>
      <Tooltip label={isFull ? t('full') : t('newChat')} events={{ hover: true, focus: true, touch: true }}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('newChat')}
          // Not `disabled`: the tooltip with the reason is reached by pointer and keyboard.
          aria-disabled={isFull}
          data-disabled={isFull || undefined}
          onClick={() => !isFull && onNew()}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ActionIcon
        variant={isHistory ? 'light' : 'subtle'}
        color={isHistory ? undefined : 'gray'}
        size={32}
        aria-label={t('history')}
        title={t('history')}
        aria-pressed={isHistory}
        onClick={onHistory}
      >
        <IconHistory size={18} aria-hidden />
      </ActionIcon>
      {chat && !isHistory && (
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('menu')} title={t('menu')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
              {t('rename')}
            </Menu.Item>
            <Menu.Item
              color="var(--kaiwa-bad)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDialog('delete')}
            >
              {t('delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <CloseButton size={32} aria-label={common('close')} onClick={onClose} />
      {chat && (
        <>
          <NameDialog
            opened={dialog === 'rename'}
            title={t('rename')}
            label={t('name')}
            submitLabel={t('save')}
            initial={chat.title}
            onSubmit={(name) => rename(chat.id, name)}
            onClose={() => setDialog(null)}
          />
          <ConfirmDialog
            opened={dialog === 'delete'}
            danger
            title={t('deleteTitle')}
            text={t('deleteText', { title: chat.title })}
            confirmLabel={t('delete')}
            isBusy={isBusy}
            onConfirm={() => void handleDelete(chat.id)}
            onClose={() => setDialog(null)}
          />
        </>
      )}
    </div>
  )
}
