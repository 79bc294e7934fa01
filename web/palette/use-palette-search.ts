import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

const DEBOUNCE_MS = 150

/**
 * Returns the answer to these words, after a short pause in typing. Answers are stored by their words, and a new search
 * aborts the previous request, so an old answer never replaces a newer one. Until the next answer arrives, the previous
 * one is returned and `isPending` is true.
 */
export function usePaletteSearch(words: string) {
  const [asked] = useDebouncedValue(words, DEBOUNCE_MS)
  const isSearching = words !== '' && asked !== ''
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => call('searchEverywhere', { query: { query: asked } }, { signal }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
    // The reader's access can change at any time, so no result of an earlier search is shown again.
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
