// Uses the code with which HubSpot sends the owner back. A code works once, so one of several windows uses it.
import { CRM_SCOPES_REASON } from '@kaiwa/contract/crm-words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ApiError } from '../../platform/api-error.ts'
import { localStore } from '../../platform/browser-storage.ts'
import { call } from '../../platform/call.ts'
import { showFailure } from '../../platform/error-text.ts'
import { sessionQuery } from '../../platform/session.ts'
import { toast } from '../../platform/toasts.ts'
import { connectionQuery } from '../queries.ts'

const USED_STATE = 'kaiwa.crm-state'
const REDIRECT_URI = 'kaiwa.crm-redirect-uri'

/** Kept for the return from HubSpot: its address must be sent again with the code. */
export function keepRedirectUri(address: string): void {
  localStore.write(REDIRECT_URI, address)
}

function redirectUri(): string {
  return localStore.read(REDIRECT_URI) ?? `${location.origin}/hubspot/callback`
}

/** True for the first window that asks for this state. The server refuses a second use in any case. */
function claim(state: string): boolean {
  if (localStore.read(USED_STATE) === state) return false
  localStore.write(USED_STATE, state)
  return true
}

/** The state that this window connects with. */
let running: string | null = null

/** Connects with the code of the query once, and removes it from the address (CRM-02). True while connecting. */
export function useConnect(): boolean {
  const { t } = useTranslation('crmConnection')
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const [isConnecting, setIsConnecting] = useState(false)
  const code = search.get('code')
  const state = search.get('state') ?? ''
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useEffect(() => {
    // Effects run twice in strict mode.
    if (code === null || running === state) return
    running = state
    const connect = async () => {
      const answer = await call('connectCrm', { body: { code, state, redirect_uri: redirectUri() } })
      client.setQueryData(connectionQuery.queryKey, answer)
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      toast.success(t('connected'))
    }
    const textOf = ({ fields, code: failure, body }: ApiError): string | null =>
      failure === 'E_UNAVAILABLE'
        ? t('unavailable')
        : body['reason'] === CRM_SCOPES_REASON
          ? t('scopesMissing')
          : failure === 'E_NOT_FOUND' || Object.keys(fields).length > 0
            ? t('codeRefused')
            : null
    const run = async () => {
      setIsConnecting(true)
      try {
        if (claim(state)) await connect()
      } catch (error) {
        showFailure(error, textOf)
      } finally {
        await client.invalidateQueries({ queryKey: connectionQuery.queryKey })
        // It would navigate the page that is shown now.
        if (isShown.current) setSearch({}, { replace: true })
        setIsConnecting(false)
        running = null
      }
    }
    // Two windows with the same address must not both claim it.
    void (navigator.locks ? navigator.locks.request(USED_STATE, run) : run())
  }, [code, state, client, setSearch, t])
  return isConnecting || code !== null
}
