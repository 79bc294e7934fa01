import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery, useSignedIn } from '../../platform/session.ts'

/** Whether an action failed because the connection has ended, until the workspace is connected again. */
export function useDisconnection() {
  const client = useQueryClient()
  const { is_hubspot_connected: isConnected } = useSignedIn()
  const [hasFailed, setHasFailed] = useState(false)
  return {
    isDisconnected: hasFailed && !isConnected,
    report: () => {
      setHasFailed(true)
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
    forget: () => setHasFailed(false),
  }
}
