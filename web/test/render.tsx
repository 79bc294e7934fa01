// A part of the page as its reader first sees it, without a browser: what is shown to whom, and in which words. What
// happens on a click is shown by the journeys.
import type { Session, User } from '@kaiwa/contract/accounts.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'

type Texts = Readonly<Record<string, { ja: object; en: object }>>
type Options = { locale: 'ja' | 'en'; texts: Texts; path?: string; state?: unknown; user?: User | null }

/** The markup of a part for somebody, or for nobody. */
export const render = async (part: ReactNode, { locale, texts, path = '/', state, user = null }: Options) => {
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    defaultNS: 'common',
    resources: {
      ja: Object.fromEntries(Object.entries(texts).map(([name, { ja }]) => [name, ja])),
      en: Object.fromEntries(Object.entries(texts).map(([name, { en }]) => [name, en])),
    },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    initAsync: false,
  })
  // Somebody without anything of their own.
  const session: Partial<Session> | null = user && { user, all_items: [] }
  queryClient.setQueryData(sessionQuery.queryKey, session as Session | null)
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[{ pathname: path, state }]}>{part}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
