import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { dismissToast, toastStore } from '../platform/toasts.ts'
import { notificationUrl } from './opening-rules.ts'
import { aboutFile, aboutFolder } from './test/notification.ts'
import { latestOf, newSince, notifyUser } from './use-notification-updates.ts'

const KEYS = [['tree'], ['project', 1], ['files', 1], ['members', 4], ['members', 'workspace'], ['usage'], ['speakers']]

beforeEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
})

function typesSince(latest: string, shown: Parameters<typeof newSince>[1]) {
  return newSince(latest, shown).map(({ type }) => type)
}

/** The queries that are invalidated by a notification of this type. */
async function staleAfter(type: Parameters<typeof notifyUser>[1]) {
  const client = new QueryClient()
  for (const key of KEYS) client.setQueryData(key, {})
  await notifyUser(client, type)
  return KEYS.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.join(' '))
}

it.each([
  ['RT-03', 'project-joined', ['tree', 'members 4', 'members workspace', 'usage']],
  ['RT-04', 'project-file-completed', ['tree', 'project 1', 'files 1']],
  ['RT-01', 'project-file-interview', ['tree', 'project 1', 'files 1']],
  ['RT-01', 'project-invited', []],
] as const)('%s %s invalidates the related queries and shows one toast', async (_id, type, stale) => {
  expect(await staleAfter(type)).toEqual(stale)
  await staleAfter(type)
  expect(toastStore.read()).toHaveLength(1)
})

it('RT-02 reports unread notifications that arrived without a socket, and no others', () => {
  const at = (minute: number) => `2026-11-21T03:0${minute}:00.000Z`
  const known = [aboutFolder({ id: 2, date_time: at(2) }), aboutFolder({ id: 1, date_time: at(1), flag: 1 })]
  const more = [aboutFile({ id: 4, date_time: at(4) }), aboutFile({ id: 3, date_time: at(3) })]
  const latest = latestOf(known)
  expect(latest).toBe(at(2))
  expect(typesSince(latest, known)).toEqual([])
  expect(typesSince(latest, [...more, ...known])).toEqual(['project-file-completed'])
  // The very first notification of a user.
  expect(typesSince(latestOf([]), known)).toEqual(['project-invited'])
  // Read in another window in the meantime.
  expect(typesSince(latest, [aboutFile({ id: 3, date_time: at(3), flag: -1 }), ...known])).toEqual([])
  // A repeated notification has a newer date.
  expect(typesSince(latest, [aboutFolder({ id: 1, date_time: at(5) })])).toEqual(['project-invited'])
})

it('the toast of a finished recording names it and opens it, in place of the toast without a name', async () => {
  const client = new QueryClient()
  const finished = aboutFile({ id: 7 })
  await notifyUser(client, finished.type)
  await notifyUser(client, finished.type, finished)
  expect(toastStore.read().map(({ detail, action }) => [detail, action !== undefined])).toEqual([
    [finished.item.name, true],
  ])
})

it('the toast of a finished recording does not offer to open the page that is shown', async () => {
  const finished = aboutFile({ id: 7 })
  vi.stubGlobal('location', { pathname: notificationUrl(finished) })
  onTestFinished(() => void vi.unstubAllGlobals())
  await notifyUser(new QueryClient(), finished.type, finished)
  expect(toastStore.read().map(({ detail, action }) => [detail, action])).toEqual([[finished.item.name, undefined]])
})
