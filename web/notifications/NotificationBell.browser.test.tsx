import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { notificationsQuery } from './queries.ts'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

it('NOTI-01 shows the number of unread notifications in one line', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined))
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1 } as User } as Identity)
  const heights: number[] = []
  for (const unread_count of [7, 17, 100]) {
    const page = { unread_count, data: [], current_page: 1, last_page: 1 }
    queryClient.setQueryData(notificationsQuery.queryKey, { pages: [page], pageParams: [1] })
    const screen = await show(
      <QueryClientProvider client={queryClient}>
        <PrivatePage>
          <MemoryRouter>
            <NotificationBell />
          </MemoryRouter>
        </PrivatePage>
      </QueryClientProvider>,
      'notifications',
    )
    const count = screen.container.querySelector<HTMLElement>('[data-count]')
    expect(count?.dataset['count']).toBe(unread_count > 99 ? '99+' : String(unread_count))
    heights.push(count?.offsetHeight ?? 0)
    await screen.unmount()
  }
  expect(new Set(heights)).toEqual(new Set([heights[0]]))
})
