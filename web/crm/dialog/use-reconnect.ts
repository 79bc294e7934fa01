import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../../platform/session.ts'
import { refetchFailed } from '../queries.ts'

/** Requests again what failed while the workspace was disconnected. */
export function useReconnect(): void {
  const client = useQueryClient()
  const { is_hubspot_connected: isConnected } = useSignedIn()
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) refetchFailed(client)
    wasConnected.current = isConnected
  }, [isConnected, client])
}
