import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

const DEBOUNCE_MS = 150

/**
 * The answer to these words, after a short pause in typing. Answers are stored by their words, and a new search aborts
 * the request of the last one, so an old answer never replaces a newer one. While the next answer is on its way, the
 * last one stays and `isPending` is true.
 */
export function usePaletteSearch(words: string) {
  const [asked] = useDebouncedValue(words, DEBOUNCE_MS)
  const isSearching = words !== '' && asked !== ''
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => call('searchEverywhere', { query: { query: asked } }, { signal }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
    // What the reader may see can change at any time: nothing is shown again from an earlier search.
    gcTime: 0,
    retry: false,
  })
  const isAnswered = asked === words && data !== undefined && !isPlaceholderData
  return {
    found: isSearching ? (data ?? null) : null,
    error: asked === words && isSearching && !isFetching ? error : null,
    isPending: words !== '' && !isAnswered && !(asked === words && error !== null && !isFetching),
    retry: () => void refetch(),
  }
}
