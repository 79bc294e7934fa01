import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { foldPages, notificationsQuery, putNotification, shownOf, unreadOf } from './queries.ts'
import { aboutFolder } from './test/notification.ts'

let client: QueryClient

function one(id: number) {
  return aboutFolder({ id })
}

function read() {
  return client.getQueryData(notificationsQuery.queryKey)!
}

beforeEach(() => {
  client = new QueryClient()
  const page = { last_page: 2, unread_count: 3 }
  client.setQueryData(notificationsQuery.queryKey, {
    pages: [
      { ...page, current_page: 1, data: [one(3), one(2)] },
      { ...page, current_page: 2, data: [one(2), one(1)] },
    ],
    pageParams: [1, 2],
  })
})

it('NOTI-15 lists a notification on two pages only once', () => {
  expect(shownOf(read()).map(({ id }) => id)).toEqual([3, 2, 1])
})

it('NOTI-15 requests the page after the last one, and stops at the end', () => {
  const next = (current_page: number) =>
    notificationsQuery.getNextPageParam({ ...read().pages[0]!, current_page }, [], 1, [])
  expect([next(1), next(2)]).toEqual([2, null])
})

it('NOTI-17 the response to opening replaces the notification and decreases the unread count', () => {
  putNotification(client, one(2), { ...one(2), flag: 1 })
  expect(shownOf(read()).map(({ id, flag }) => [id, flag])).toEqual([
    [3, 0],
    [2, 1],
    [1, 0],
  ])
  expect(unreadOf(read())).toBe(2)
  // An already read notification is not counted again.
  putNotification(client, { ...one(2), flag: 1 }, { ...one(2), flag: 1 })
  expect(unreadOf(read())).toBe(2)
})

it('a closed panel keeps only the first page', () => {
  foldPages(client)
  expect([shownOf(read()).map(({ id }) => id), read().pageParams]).toEqual([[3, 2], [1]])
})
