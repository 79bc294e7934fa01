import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import { block } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { IS_MAC } from '../platform/keyboard.ts'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { openTestFile } from '../test/open-test-file.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { OpenFileContext } from './open-file.ts'
import { Toolbar } from './Toolbar.tsx'
import { useSearch } from './use-search.ts'

const SEARCH = IS_MAC ? '{Meta>}f{/Meta}' : '{Control>}f{/Control}'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

function none() {
  return undefined
}

const open = openTestFile({ blocks: [block({ content: '予算は百万円です。' })] })

function Page() {
  const [words, setWords] = useState('')
  const [isFinding, setIsFinding] = useState(false)
  const search = useSearch(open.session, words, 0)
  return (
    <>
      <Toolbar
        tabs={null}
        isOtherTab={false}
        words={words}
        onWords={setWords}
        search={search}
        speaker={0}
        onSpeaker={none}
        isFinding={isFinding}
        onFind={none}
        onHistory={none}
      />
      <button type="button" onClick={() => setIsFinding(!isFinding)}>
        find
      </button>
    </>
  )
}

async function openToolbar(width: number) {
  await page.viewport(width, 800)
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined))
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, settings: {} } as User } as Identity)
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter>
          <OpenFileContext value={open}>
            <Page />
          </OpenFileContext>
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'transcripts',
    'editing',
  )
  return { screen, field: screen.getByRole('searchbox'), find: screen.getByRole('button', { name: 'find' }) }
}

it.each([1400, 390])('Ctrl+F moves to the search of the transcript, in a window of %d px', async (width) => {
  const { screen, field, find } = await openToolbar(width)
  if (width === 390) expect(field.elements()).toEqual([])
  find.element().focus()
  await userEvent.keyboard(SEARCH)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('予算')
  await expect.element(screen.getByText('1/1')).toBeVisible()
  // The next text that is typed replaces the last search.
  find.element().focus()
  await userEvent.keyboard(`${SEARCH}百万`)
  await expect.element(field).toHaveValue('百万')
})

it('the search and its key are there again after find and replace', async () => {
  const { field, find } = await openToolbar(1400)
  await find.click()
  await expect.element(field).not.toBeInTheDocument()
  await find.click()
  await userEvent.keyboard(SEARCH)
  await expect.element(field).toHaveFocus()
})
