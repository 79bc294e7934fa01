import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { Assistant } from '@kaiwa/contract/chats.ts'
import { Badge, Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../platform/session.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './Assistant.module.css'
import { useChatChanges } from './use-chat-changes.ts'

/** The provider of the chosen model, or of the first one that is connected. */
function hostOf({ models }: Assistant, wanted: ChatModel): string | null {
  return (
    (models.find(({ id }) => id === wanted) ?? models[0])?.host ??
    models.find(({ host }) => host !== null)?.host ??
    null
  )
}

function ModelMenu({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant')
  const { chooseModel, withdraw } = useChatChanges()
  const { settings } = useSignedIn().user
  const current = assistant.model ?? settings.chat_model
  const isConnected = assistant.models.some(({ host }) => host !== null)
  const label = isConnected ? CHAT_MODELS[current].label : t('notConnected')
  const agreed = [
    ...new Set(assistant.models.flatMap(({ host, is_agreed: isAgreed }) => (host !== null && isAgreed ? [host] : []))),
  ]
  return (
    <Menu position="top-start" width={300} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('modelLabel', { model: label })}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {assistant.models.map(({ id, host }) => (
          <Menu.Item
            key={id}
            className={styles.model ?? ''}
            // Not `disabled`: the keyboard and screen readers reach the reason.
            aria-disabled={host === null}
            data-disabled={host === null || undefined}
            closeMenuOnClick={host !== null}
            aria-current={id === current || undefined}
            leftSection={<IconCheck size={16} aria-hidden visibility={id === current ? undefined : 'hidden'} />}
            onClick={() => host !== null && void chooseModel(id).catch(() => undefined)}
          >
            {CHAT_MODELS[id].label}
            {CHAT_MODELS[id].isAdvanced && (
              <Badge variant="light" size="sm" ml="xs">
                {t('advanced')}
              </Badge>
            )}
            {CHAT_MODELS[id].isTrial && (
              <Badge variant="outline" size="sm" ml="xs">
                {t('trial')}
              </Badge>
            )}
            <span className={styles.modelNote}>{host ?? t('notConnected')}</span>
          </Menu.Item>
        ))}
        {assistant.can.agree && agreed.length > 0 && <Menu.Divider />}
        {assistant.can.agree &&
          agreed.map((host) => (
            <Menu.Item key={host} color="red" onClick={() => void withdraw(host).catch(() => undefined)}>
              {t('withdraw', { host })}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Consent to the provider: a dialog for the owner of the workspace, a note for other people. */
function Consent({ assistant, host }: { assistant: Assistant; host: string }) {
  const { t } = useTranslation('assistant')
  const { agree } = useChatChanges()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const handleAgree = async () => {
    setIsBusy(true)
    try {
      await agree(host)
      setIsOpen(false)
    } catch {
      // The change has shown why.
    }
    setIsBusy(false)
  }
  if (!assistant.can.agree) return <p className={styles.note}>{t('consentOfOwner', { host })}</p>
  return (
    <div className={styles.consent}>
      <p className={styles.note}>{t('consentNeeded', { host })}</p>
      <Button size="compact-sm" variant="light" onClick={() => setIsOpen(true)}>
        {t('consentOpen')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('consentTitle', { host })}
        text={t('consentText', { host })}
        confirmLabel={t('agree')}
        isBusy={isBusy}
        onConfirm={() => void handleAgree()}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}

/** The model that answers, where text is sent, and what is missing. */
export function ModelBar({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('assistant')
  const { settings } = useSignedIn().user
  const { note, model, remain } = assistant
  const host = hostOf(assistant, model ?? settings.chat_model)
  return (
    <div className={styles.modelBar}>
      <div className={styles.footRow}>
        <ModelMenu assistant={assistant} />
        {model !== null && <span className={styles.quiet}>{t('remain', { count: remain })}</span>}
      </div>
      {model !== null && host !== null && <p className={styles.note}>{t('sentTo', { host })}</p>}
      {note === 'no-model' && <p className={styles.note}>{t('noModel')}</p>}
      {note === 'no-consent' && host !== null && <Consent assistant={assistant} host={host} />}
    </div>
  )
}
