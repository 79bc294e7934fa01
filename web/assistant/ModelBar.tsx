import { CHAT_MODELS } from '@kaiwa/contract/chat-models.ts'
import type { Assistant } from '@kaiwa/contract/chats.ts'
import { Badge, Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../platform/session.ts'
import styles from './Assistant.module.css'
import { Consent, hostOf } from './Consent.tsx'
import { useSummarySwitch } from './use-summary-switch.ts'
import { useChatChanges } from './use-chat-changes.ts'

/** For the owner: switches summaries of new recordings on and off. Shown next to the consent, without which it has no effect. */
function SummarySwitchItem() {
  const { t } = useTranslation('assistant')
  const { isOn, canChange, change } = useSummarySwitch()
  if (isOn === null || !canChange) return null
  return (
    <>
      <Menu.Divider />
      <Menu.CheckboxItem checked={isOn} onChange={(next) => void change(next).catch(() => undefined)}>
        {t('summaries')}
        <span className={styles.modelNote}>{t('summariesAbout')}</span>
      </Menu.CheckboxItem>
    </>
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
        {assistant.can.agree && <SummarySwitchItem />}
        {assistant.can.agree && agreed.length > 0 && <Menu.Divider />}
        {assistant.can.agree &&
          agreed.map((host) => (
            <Menu.Item key={host} color="var(--kaiwa-bad)" onClick={() => void withdraw(host).catch(() => undefined)}>
              {t('withdraw', { host })}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
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
      {note === 'no-consent' && host !== null && (
        <Consent
          assistant={assistant}
          host={host}
          needed={t('consentNeeded', { host })}
          ofOwner={t('consentOfOwner', { host })}
        />
      )}
    </div>
  )
}
