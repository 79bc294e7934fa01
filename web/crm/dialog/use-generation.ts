// Values that are proposed from the conversation. They arrive one by one.
import { userChannel } from '@kaiwa/contract/channels.ts'
import { CRM_GENERATING_REASON, CRM_NOT_READY_REASON } from '@kaiwa/contract/crm-words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { showFailure } from '../../platform/error-text.ts'
import { useChannel } from '../../platform/realtime/use-channel.ts'
import { refreshQueries } from '../../platform/refresh-queries.ts'
import { useSignedIn } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { fileDealQuery, type Generation, generationQuery, hubspotText, isDisconnected } from '../queries.ts'
import { useDisconnection } from './use-disconnection.ts'
import { useHubspotAction } from './use-hubspot-action.ts'

function isGenerating(error: unknown): boolean {
  return error instanceof ApiError && error.body['reason'] === CRM_GENERATING_REASON
}

function ownText(error: ApiError): string | null {
  const t = i18next.getFixedT(null, 'crm')
  if (error.code === 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA') return t('dialog.noChat')
  if (error.body['reason'] === CRM_NOT_READY_REASON) return t('dialog.notReady')
  if (isGenerating(error)) return t('dialog.isGenerating')
  return hubspotText(error, t)
}

export function useGeneration(fileId: number) {
  const { t } = useTranslation('crm')
  const client = useQueryClient()
  const { user } = useSignedIn()
  const [id, setId] = useState<number | null>(null)
  const [isStopping, setIsStopping] = useState(false)
  const stopWanted = useRef(false)
  const disconnection = useDisconnection()
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
  const cancel = async (generationId: number) => {
    setIsStopping(true)
    await call('cancelCrmGeneration', { params: { generationId } }).then(show, (error: unknown) =>
      showFailure(error, ownText),
    )
    setIsStopping(false)
  }
  const handleStarted = async (generation: Generation) => {
    // A dialog that is reopened offers it.
    client.setQueryData(fileDealQuery(fileId).queryKey, (former) => former && { ...former, generation })
    show(generation)
    // It may have ended already.
    awaited.current = generation.id
    // Its first messages may have come before this answer.
    refresh(generation.id)
    if (stopWanted.current) await cancel(generation.id)
  }
  const handleRefused = async (error: unknown) => {
    if (isDisconnected(error)) {
      disconnection.report()
      return
    }
    showFailure(error, ownText)
    if (!isGenerating(error)) return
    const { generation } = await client.fetchQuery({ ...fileDealQuery(fileId), staleTime: 0 })
    if (generation?.status === 'writing') show(generation)
  }
  return {
    id,
    data,
    isStarting: action.isRunning,
    isWriting: status === 'writing',
    isStopping,
    /** Until when HubSpot asks to wait; null while it does not. */
    waitUntil: action.waitUntil,
    isDisconnected: disconnection.isDisconnected,
    show,
    start: async (dealId: string, names: readonly string[]): Promise<void> => {
      stopWanted.current = false
      disconnection.forget()
      const body = { projectFileId: fileId, selectedProperties: [...names] }
      try {
        const { generation } = await action.run(() => call('generateCrmDeal', { params: { dealId }, body }))
        await handleStarted(generation)
      } catch (error) {
        if (action.isAbort(error) || stopWanted.current) toast.info(t('dialog.stopped'))
        else await handleRefused(error)
      } finally {
        setIsStopping(false)
      }
    },
    /** While it is starting, it is canceled as soon as its number is known. */
    stop: async (): Promise<void> => {
      if (action.isRunning) {
        stopWanted.current = true
        setIsStopping(true)
        action.abort()
      } else if (id !== null && status === 'writing') await cancel(id)
    },
  }
}

export type GenerationState = ReturnType<typeof useGeneration>
