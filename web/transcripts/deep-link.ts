/** Target of a link within a file (FILE-02 to FILE-04). */
export interface DeepLink {
  /** Seconds; null when the link has no time. */
  time: number | null
  /** The block to seek and play. */
  block: { uuid: string | null; time: number | null; marker: 'section' | 'block' } | null
  search: string
}

function secondsOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text.trim() === '') return null
  const seconds = Number(text)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

const PARAMETERS = ['t', 'block', 'marker', 'search']

/** The parameters of a query that make a link within the file. Other parameters, such as that of the tab, are no link. */
export function linkPart(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([key]) => PARAMETERS.includes(key))).toString()
}

/**
 * Parses `?t=12.5`, `?block=<uuid>`, `?block=12.5` or `?block=<uuid>|12.5` (with `marker=section` for the start of a
 * section) and `?search=…`. Ignores invalid values.
 */
export function parseDeepLink(query: URLSearchParams): DeepLink {
  const parts = (query.get('block') ?? '').split('|').filter((part) => part.trim() !== '')
  const time = parts.map(secondsOf).find((seconds) => seconds !== null) ?? null
  const uuid = parts.find((part) => secondsOf(part) === null) ?? null
  return {
    time: secondsOf(query.get('t')),
    block:
      uuid === null && time === null
        ? null
        : { uuid, time, marker: query.get('marker') === 'section' ? 'section' : 'block' },
    search: query.get('search') ?? '',
  }
}
