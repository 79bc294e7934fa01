// Renders components to static markup without a browser, to test what is shown to which user and in which language. The
// e2e tests cover interaction.
import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { loadTexts, startI18n } from '../platform/i18n.ts'
import type { TextName } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { theme } from '../platform/theme.ts'
import { TEXTS } from '../texts.ts'
import { PrivatePage } from './PrivatePage.tsx'

interface Options {
  locale: 'ja' | 'en'
  texts: readonly TextName[]
  path?: string
  state?: unknown
  user?: User | null
}

/** Returns the markup of a component for a signed-in user, or for a visitor if `user` is null. */
export async function render(part: ReactNode, { locale, texts, path = '/', state, user = null }: Options) {
  await startI18n(TEXTS, locale)
  await loadTexts(texts)
  // A user without folders and files.
  const session: Partial<Identity> | null = user && { user }
  queryClient.setQueryData(sessionQuery.queryKey, session as Identity | null)
  const tree: Tree = { all_items: [], project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [] }
  queryClient.setQueryData(treeQuery.queryKey, tree)
  return renderToStaticMarkup(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <PrivatePage>
          <MemoryRouter initialEntries={[{ pathname: path, state }]}>{part}</MemoryRouter>
        </PrivatePage>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
