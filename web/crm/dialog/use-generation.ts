// Values that are proposed from the conversation. They arrive one by one.
import { userChannel } from '@kaiwa/contract/channels.ts'
import { CRM_GENERATING_REASON, CRM_NOT_READY_REASON } from '@kaiwa/contract/crm-words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { showFailure } from '../../platform/error-text.ts'
import { useChannel } from '../../platform/realtime/use-channel.ts'
import { refreshQueries } from '../../platform/refresh-queries.ts'
import { useSignedIn } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { type Generation, generationQuery, isDisconnected } from '../queries.ts'
import { useHubspotAction } from './use-hubspot-action.ts'

function ownText({ code, body }: ApiError): string | null {
  const t = i18next.getFixedT(null, 'crm')
  if (code === 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA') return t('dialog.noChat')
  if (body['reason'] === CRM_NOT_READY_REASON) return t('dialog.notReady')
  if (body['reason'] === CRM_GENERATING_REASON) return t('dialog.isGenerating')
  return null
}

export function useGeneration(fileId: number) {
  const { t } = useTranslation('crm')
  const client = useQueryClient()
  const { user } = useSignedIn()
  const [id, setId] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const action = useHubspotAction()
  const { data = null } = useQuery({ ...generationQuery(id ?? 0), enabled: id !== null })
  const refresh = (generationId: number) => void refreshQueries(client, ['crm-generation', generationId])
  useChannel(userChannel(user.id), {
    'crm-generation-changed': ({ generation_id: changed }) => refresh(changed),
    onResubscribed: () => id !== null && refresh(id),
  })
  const status = data?.status ?? null
  /** The generation whose end is announced; one that had ended when it was shown is not. */
  const awaited = useRef<number | null>(null)
  useEffect(() => {
    if (!data || data.id !== awaited.current || data.status === 'writing') return
    awaited.current = null
    if (data.status === 'finished') toast.success(t('dialog.generated'))
    if (data.status === 'canceled') toast.info(t('dialog.stopped'))
    void refreshQueries(client, ['crm-file-deal', fileId])
    for (const key of ['assistant', 'usage']) void client.invalidateQueries({ queryKey: [key] })
  }, [data, client, fileId, t])

  const show = (generation: Generation) => {
    if (generation.status === 'writing') awaited.current = generation.id
    client.setQueryData(generationQuery(generation.id).queryKey, generation)
    setId(generation.id)
  }
  return {
    id,
    data,
    isStarting: action.isRunning,
    isWriting: status === 'writing',
    /** Until when HubSpot asks to wait; null while it does not. */
    waitUntil: action.waitUntil,
    isDisconnected: isDisconnected(failure),
    show,
    start: async (dealId: string, names: readonly string[]) => {
      setFailure(null)
      try {
        const body = { projectFileId: fileId, selectedProperties: [...names] }
        const { generation } = await action.run(() => call('generateCrmDeal', { params: { dealId }, body }))
        // It may have ended already.
        awaited.current = generation.id
        show(generation)
        return true
      } catch (error) {
        if (action.isAbort(error)) return false
        setFailure(error)
        if (!isDisconnected(error)) showFailure(error, ownText)
        return false
      }
    },
    stop: async () => {
      if (action.isRunning) action.abort()
      if (id === null || status !== 'writing') return
      await call('cancelCrmGeneration', { params: { generationId: id } }).then(show, (error: unknown) =>
        showFailure(error, ownText),
      )
    },
  }
}
