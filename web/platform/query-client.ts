import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const RETRIES = 2

// Refusals (4xx) are final; only failures of the server are retried.
function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && !(error instanceof ApiError && error.status >= 400 && error.status < 500)
}

/** The single cache of server state. `clear()` resets the whole client store (AUTH-57). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})
