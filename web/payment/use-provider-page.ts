import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '../platform/toasts.ts'

/**
 * Opens a page of the payment provider in this tab. `isPending` stays true until the browser leaves, so that a second
 * click opens nothing; when the browser returns by its back button, the button works again.
 */
export function useProviderPage<I = void>(
  request: (input: I) => Promise<{ url: string }>,
  failed: string,
  /** The text of a failure that has its own; null for all others. */
  explain: (error: unknown) => string | null = () => null,
) {
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: request,
    onSuccess: ({ url }) => location.assign(url),
    onError: (cause) => void toast.error(explain(cause) ?? failed),
  })
  useEffect(() => {
    const handleReturn = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset()
    }
    addEventListener('pageshow', handleReturn)
    return () => removeEventListener('pageshow', handleReturn)
  }, [reset])
  return { open: mutate, isPending: isPending || isSuccess, error }
}
