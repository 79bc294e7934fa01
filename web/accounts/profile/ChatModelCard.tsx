import type { User } from '@kaiwa/contract/accounts.ts'
import { CHAT_MODELS, type ChatModel } from '@kaiwa/contract/chat-models.ts'
import { Badge, Button, Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { errorText } from '../../platform/error-text.ts'
import { changeUser } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { Card } from './Card.tsx'

const MODELS = Object.keys(CHAT_MODELS) as ChatModel[]

function ModelName({ model }: { model: ChatModel }) {
  const { t } = useTranslation('profile')
  const { label, isAdvanced, isTrial } = CHAT_MODELS[model]
  return (
    <>
      {label}
      {isAdvanced && (
        <Badge variant="light" size="sm" ml="xs">
          {t('modelAdvanced')}
        </Badge>
      )}
      {isTrial && (
        <Badge variant="outline" size="sm" ml="xs">
          {t('modelTrial')}
        </Badge>
      )}
    </>
  )
}

/** Selects the AI chat model of this user (ACC-08). */
export function ChatModelCard({ user }: { user: User }) {
  const { t } = useTranslation('profile')
  const saved = user.settings.chat_model
  const [choice, setChoice] = useState<ChatModel>(saved)
  const { mutate, isPending } = useMutation({
    mutationFn: (chat_model: ChatModel) => call('updateSettings', { body: { settings: { chat_model } } }),
    onSuccess: ({ settings }) => {
      changeUser({ ...user, settings })
      toast.success(t('modelSaved'))
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Card title={t('modelTitle')}>
      <Stack gap="md" align="flex-start">
        <Radio.Group value={choice} onChange={setChoice} label={t('modelLabel')} description={t('modelNote')}>
          <Stack gap="xs" mt="sm">
            {MODELS.map((model) => (
              <Radio key={model} value={model} label={<ModelName model={model} />} />
            ))}
          </Stack>
        </Radio.Group>
        <Button disabled={choice === saved} loading={isPending} onClick={() => mutate(choice)}>
          {t('modelSave')}
        </Button>
      </Stack>
    </Card>
  )
}
