import type { Assistant } from '@kaiwa/contract/chats.ts'
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './Assistant.module.css'
import { useChatChanges } from './use-chat-changes.ts'

/** The provider of the chosen model, or of the first one that is connected. */
export function hostOf({ models }: Assistant, wanted: ChatModel): string | null {
  return (
    (models.find(({ id }) => id === wanted) ?? models[0])?.host ??
    models.find(({ host }) => host !== null)?.host ??
    null
  )
}

interface Props {
  assistant: Assistant
  /** Host that would receive the text. */
  host: string
  /** Sentence for the owner, and sentence for everyone else. */
  needed: string
  ofOwner: string
}

/** Consent to the provider: a dialog for the owner of the workspace, a note for other people. */
export function Consent({ assistant, host, needed, ofOwner }: Props) {
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
  if (!assistant.can.agree) return <p className={styles.note}>{ofOwner}</p>
  return (
    <div className={styles.consent}>
      <p className={styles.note}>{needed}</p>
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
