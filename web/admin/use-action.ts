import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../platform/toasts.ts'
import { showFailed } from './failure.ts'

interface Texts<O> {
  /** Null: success is visible without a message. */
  done: string | ((output: O) => string) | null
  failed: string
}

/**
 * A change by an operator. Afterwards the lists are requested again, also after a failure: another operator may have changed
 * the row. `onDone` closes the dialog after a success and after a failure.
 */
export function useAction<I, O>(change: (input: I) => Promise<O>, { done, failed }: Texts<O>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (output) => {
      if (done !== null) toast.success(typeof done === 'string' ? done : done(output))
    },
    onError: showFailed(failed),
    onSettled: () => {
      onDone()
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
  })
}
