import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { reportFailure } from './error-text.ts'
import { toast } from './toasts.ts'

interface Outcome<I> {
  /** The success message. */
  done?: string | ((input: I) => string)
  /** The kind of action, for failures with a text specific to it. */
  on?: 'move'
  /** Mutation key, if others must know that the change is pending. */
  key?: readonly unknown[]
  refresh: (client: QueryClient) => Promise<void>
}

/** A mutation with success message. Failures are shown and rethrown. */
export function useChange<I, O>(change: (input: I) => Promise<O>, { done, on, key, refresh }: Outcome<I>) {
  const client = useQueryClient()
  return useMutation({
    ...(key ? { mutationKey: key } : {}),
    mutationFn: change,
    onSuccess: async (_output, input) => {
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(input))
      await refresh(client)
    },
    onError: (error) => reportFailure(error, on ? { on } : {}),
  })
}
