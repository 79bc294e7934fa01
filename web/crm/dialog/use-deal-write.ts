// Writes the values of the preview to HubSpot. A refused write keeps all entries and says at each property what is wrong.
import { CRM_CHANGED_REASON, CRM_DEAL_REASON } from '@kaiwa/contract/crm-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { showFailure } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import { isDisconnected, isUnavailable, refreshFileDeal } from '../queries.ts'
import { type Conflict, conflictsOf, isResolved, refusalsOf, valuesOf } from './conflicts.ts'
import type { DealDialogState } from './use-deal-dialog.ts'
import { useHubspotAction } from './use-hubspot-action.ts'

const MAX_ATTEMPTS = 3
const NO_CONFLICTS: ReadonlyMap<string, Conflict> = new Map()
export type Refusals = ReturnType<typeof refusalsOf>
const NO_REFUSALS: Refusals = new Map()

function reasonOf(error: unknown): unknown {
  return error instanceof ApiError ? error.body['reason'] : null
}

/** A write whose answer is lost is repeated with its key, so that it is one write. Another write gets another key. */
function useWriteKey() {
  const last = useRef({ content: '', key: '' })
  return {
    keyOf: (content: object) => {
      const text = JSON.stringify(content)
      if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() }
      return last.current.key
    },
    forget: () => {
      last.current = { content: '', key: '' }
    },
  }
}

interface Options {
  fileId: number
  dialog: DealDialogState
  onWritten: () => void
}

export function useDealWrite({ fileId, dialog, onWritten }: Options) {
  const { t } = useTranslation('crm')
  const client = useQueryClient()
  const action = useHubspotAction()
  const writeKey = useWriteKey()
  const [conflicts, setConflicts] = useState(NO_CONFLICTS)
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  const [failure, setFailure] = useState<unknown>(null)
  const { rows, shown, savesSetting } = dialog
  const dealId = dialog.deal.data?.id

  const send = async (chosen: ReadonlyMap<string, Conflict>): Promise<void> => {
    const content = {
      ...valuesOf(rows, chosen, { isAll: savesSetting }),
      projectFileId: fileId,
      is_save_property: savesSetting,
      generation_id: shown?.id ?? null,
    }
    const body = { ...content, write_key: writeKey.keyOf({ dealId, ...content }) }
    await action.run(() => call('updateCrmDeal', { params: { dealId: dealId! }, body }))
  }

  const attempt = async (chosen: ReadonlyMap<string, Conflict>, attempts: number): Promise<void> => {
    try {
      await send(chosen)
    } catch (error) {
      if (reasonOf(error) !== CRM_CHANGED_REASON) throw error
      writeKey.forget()
      const next = conflictsOf(error as ApiError, rows, chosen)
      setConflicts(next)
      if (!isResolved(next) || attempts <= 1) throw error
      await attempt(next, attempts - 1)
    }
  }

  const handleFailure = (error: unknown): void => {
    const reason = reasonOf(error)
    setFailure(error)
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) writeKey.forget()
    if (reason === CRM_CHANGED_REASON || isDisconnected(error)) return
    const refused = error instanceof ApiError ? refusalsOf(error) : NO_REFUSALS
    if (refused.size > 0) setRefusals(refused)
    else if (reason === CRM_DEAL_REASON) toast.error(t('dealMissing'))
    else showFailure(error, () => (isUnavailable(error) ? t('wait.unavailable') : null))
  }

  return {
    isWriting: action.isRunning,
    waitUntil: action.waitUntil,
    conflicts,
    refusals,
    isDisconnected: isDisconnected(failure),
    abort: action.abort,
    choose: (name: string, choice: Conflict['choice']) => {
      const conflict = conflicts.get(name)
      if (conflict) setConflicts(new Map(conflicts).set(name, { ...conflict, choice }))
    },
    /** Forgets what was said about a property whose entry changed. */
    clear: (name: string) => {
      if (refusals.has(name)) setRefusals(new Map([...refusals].filter(([one]) => one !== name)))
    },
    /** Forgets everything about the deal that was chosen before. */
    reset: () => {
      setConflicts(NO_CONFLICTS)
      setRefusals(NO_REFUSALS)
      setFailure(null)
    },
    write: async (): Promise<void> => {
      setRefusals(NO_REFUSALS)
      setFailure(null)
      try {
        await attempt(conflicts, MAX_ATTEMPTS)
      } catch (error) {
        if (!action.isAbort(error)) handleFailure(error)
        return
      }
      toast.success(t('dialog.saved'))
      if (savesSetting) void client.invalidateQueries({ queryKey: ['crm-master', fileId] })
      void client.invalidateQueries({ queryKey: ['crm-deals', fileId] })
      void refreshFileDeal(client, fileId)
      onWritten()
    },
  }
}

export type DealWrite = ReturnType<typeof useDealWrite>
