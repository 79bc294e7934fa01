// Writes the values of the preview to HubSpot. A refused write keeps all entries and says at each property what is wrong.
import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import { CRM_CHANGED_REASON, PIPELINE_PROPERTY, STAGE_PROPERTY } from '@kaiwa/contract/crm-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../platform/api-error.ts'
import { call } from '../../platform/call.ts'
import { showFailure } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import { hubspotText, isDisconnected, masterQuery, refreshFileDeal } from '../queries.ts'
import {
  choiceAfterEdit,
  type Conflict,
  type Conflicts,
  conflictsOf,
  isResolved,
  ofRows,
  refusalsOf,
  valuesOf,
} from './conflicts.ts'
import type { DealDialogState } from './use-deal-dialog.ts'
import { useDisconnection } from './use-disconnection.ts'
import { useHubspotAction } from './use-hubspot-action.ts'
import { useMounted } from './use-mounted.ts'

const MAX_ATTEMPTS = 3
const NO_CONFLICTS: Conflicts = new Map()
export type Refusals = ReadonlyMap<string, { code: string; text: string | null }>
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
      if (last.current.content !== text) last.current = { content: text, key: createUuid() }
      return last.current.key
    },
    forget: () => {
      last.current = { content: '', key: '' }
    },
  }
}

/** Refusals of HubSpot and conflicts with colleagues, of the properties that are shown. */
function useObjections(dialog: DealDialogState) {
  const { rows, moveToFront } = dialog
  const [allConflicts, setConflicts] = useState(NO_CONFLICTS)
  const [allRefusals, setRefusals] = useState(NO_REFUSALS)
  const conflicts = useMemo(() => ofRows(allConflicts, rows), [allConflicts, rows])
  const refusals = useMemo(() => ofRows(allRefusals, rows), [allRefusals, rows])
  const choose = (name: string, next: (conflict: Conflict) => Conflict['choice']) =>
    setConflicts((former) => {
      const conflict = former.get(name)
      return conflict ? new Map(former).set(name, { ...conflict, choice: next(conflict) }) : former
    })
  return {
    conflicts,
    refusals,
    showConflicts: (found: Conflicts) => {
      setConflicts(found)
      moveToFront([...found].flatMap(([name, { choice }]) => (choice === null ? [name] : [])))
    },
    showRefusals: (found: Refusals) => {
      setRefusals(found)
      moveToFront([...found.keys()])
    },
    forgetRefusals: () => setRefusals(NO_REFUSALS),
    choose: (name: string, choice: Conflict['choice']) => choose(name, () => choice),
    /** After an entry changed. The entry of the pipeline changes the one of the stage. */
    afterEdit: (name: string, text: string | null) => {
      for (const one of name === PIPELINE_PROPERTY ? [name, STAGE_PROPERTY] : [name]) {
        setRefusals((former) => (former.has(one) ? new Map([...former].filter(([key]) => key !== one)) : former))
        choose(one, (conflict) => choiceAfterEdit(conflict, text))
      }
    },
    /** Forgets everything about the deal that was chosen before. */
    reset: () => {
      setConflicts(NO_CONFLICTS)
      setRefusals(NO_REFUSALS)
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
  const isMounted = useMounted()
  const disconnection = useDisconnection()
  const objections = useObjections(dialog)
  const { conflicts, refusals } = objections
  const { rows, shown, selected, savesSetting } = dialog
  const dealId = dialog.deal.data?.id

  const send = async (chosen: Conflicts): Promise<void> => {
    const content = {
      ...valuesOf(rows, chosen, dialog.deal.data!),
      projectFileId: fileId,
      is_save_property: savesSetting,
      setting_properties: savesSetting ? [...selected] : null,
      generation_id: shown?.id ?? null,
    }
    const body = { ...content, write_key: writeKey.keyOf({ dealId, ...content }) }
    await action.run(() => call('updateCrmDeal', { params: { dealId: dealId! }, body }))
  }

  const attempt = async (chosen: Conflicts, attempts: number): Promise<void> => {
    try {
      await send(chosen)
    } catch (error) {
      if (reasonOf(error) !== CRM_CHANGED_REASON) throw error
      writeKey.forget()
      const next = conflictsOf(error as ApiError, rows, chosen)
      objections.showConflicts(next)
      if (!isResolved(next) || attempts <= 1 || !isMounted()) throw error
      await attempt(next, attempts - 1)
    }
  }

  /** A property that HubSpot refuses may have other options by now, or be gone. */
  const readMaster = async () => {
    const query = { force: '1', projectFileId: fileId } as const
    try {
      client.setQueryData(masterQuery(fileId).queryKey, await call('getCrmMaster', { query }))
    } catch (error) {
      // The loaded values are still shown, with their age and a button.
      console.error(error)
    }
  }

  const handleFailure = (error: unknown): void => {
    const own = i18next.getFixedT(null, 'crm')
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) writeKey.forget()
    if (!isMounted()) {
      // The dialog with the objections is closed.
      showFailure(error, (refusal) => hubspotText(refusal, own) ?? own('history.failed'))
      return
    }
    if (reasonOf(error) === CRM_CHANGED_REASON) return
    if (isDisconnected(error)) {
      disconnection.report()
      return
    }
    const refused = error instanceof ApiError ? refusalsOf(error) : NO_REFUSALS
    const isShown = ofRows(refused, rows).size > 0
    if (refused.size > 0) {
      objections.showRefusals(refused)
      void readMaster()
    }
    if (!isShown) showFailure(error, (refusal) => hubspotText(refusal, own))
  }

  return {
    isWriting: action.isRunning,
    waitUntil: action.waitUntil,
    conflicts,
    refusals,
    isDisconnected: disconnection.isDisconnected,
    /** Ends the wait for HubSpot. */
    stop: action.abort,
    choose: objections.choose,
    afterEdit: objections.afterEdit,
    reset: () => {
      objections.reset()
      disconnection.forget()
    },
    write: async (): Promise<void> => {
      objections.forgetRefusals()
      disconnection.forget()
      try {
        await attempt(conflicts, MAX_ATTEMPTS)
      } catch (error) {
        if (!action.isAbort(error)) handleFailure(error)
        return
      }
      toast.success(t('dialog.saved'))
      if (savesSetting) void client.invalidateQueries({ queryKey: ['crm-master', fileId] })
      void refreshFileDeal(client, fileId)
      // Another dialog may be open by now.
      if (isMounted()) onWritten()
    },
  }
}

export type DealWrite = ReturnType<typeof useDealWrite>
