// Tags and categories belong to the workspace, so all files share one list. Messages announce changes.
import { fileChannel, userChannel } from '@kaiwa/contract/channels.ts'
import type { Tag } from '@kaiwa/contract/tags.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../platform/call.ts'
import { errorText } from '../platform/error-text.ts'
import { useSignedIn } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { useChange } from '../platform/use-change.ts'
import { useChannel } from '../platform/use-channel.ts'
import type { ScopedFolder } from '../tree/folder-filter.ts'
import { MoveQueue } from './move-queue.ts'
import type { TagMove } from './move-queue.ts'
import { moveTag } from './tag-positions.ts'
import type { TagPosition } from './tag-positions.ts'

const tagsQuery = queryOptions({
  queryKey: ['tags', 'all'],
  queryFn: ({ signal }) => call('listTags', {}, { signal }),
})

const categoriesQuery = queryOptions({
  queryKey: ['tags', 'categories'],
  queryFn: ({ signal }) => call('listTagCategories', {}, { signal }),
})

/** Number of uses of each tag in a folder. */
export const folderUsagesQuery = ({ projectId, scope }: ScopedFolder) =>
  queryOptions({
    queryKey: ['tags', 'usages', projectId, scope],
    queryFn: ({ signal }) => call('listTagUsages', { params: { projectId }, query: { scope } }, { signal }),
  })

/** The passages of a tag in a folder, by page. */
export const folderPassagesQuery = ({ projectId, scope }: ScopedFolder, tagId: number) =>
  infiniteQueryOptions({
    queryKey: ['tags', 'passages', projectId, scope, tagId],
    queryFn: ({ pageParam, signal }) =>
      call('listTagPassages', { params: { projectId, tagId }, query: { scope, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page: current, last_page: last }) => (current < last ? current + 1 : null),
  })

/** Invalidates the figures of a folder, but not the tags themselves. */
export const refreshFolderFigures = async (client: QueryClient): Promise<void> => {
  await Promise.all(['usages', 'passages'].map((what) => client.invalidateQueries({ queryKey: ['tags', what] })))
}

export const useTags = () => useQuery(tagsQuery)
export const useTagCategories = () => useQuery(categoriesQuery)

const refreshTags = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['tags'] })

const MOVES = ['move-tag']

/**
 * Reloads the lists when other users change tags (RT-08). Messages go to users with the file open and to all members of
 * the workspace. Null: no file is open.
 */
export function useTagEvents(fileId: number | null): void {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const handlers = {
    'project-category-tag-updated': () => {
      // While a move is running, a reload would revert later moves for a moment.
      if (client.isMutating({ mutationKey: MOVES }) === 0) void refreshTags(client)
    },
    onResubscribed: () => void refreshTags(client),
  }
  useChannel(fileId === null ? null : fileChannel(fileId), handlers)
  useChannel(userChannel(user.id), handlers)
}

/** The file or folder in which the user creates and changes tags. */
export type TagSource = { fileId: number } | { projectId: number }

type NewTag = { name: string; tag_category_id?: number }

/** Creates a tag. The list contains it before the promise resolves, so that it can be used immediately. */
export function useCreateTag(source: TagSource) {
  const client = useQueryClient()
  const create = async (body: NewTag): Promise<Tag> => {
    const made =
      'fileId' in source
        ? await call('createTag', { params: source, body })
        : await call('createFolderTag', { params: source, body })
    client.setQueryData(tagsQuery.queryKey, (tags) => tags && [...tags.filter(({ id }) => id !== made.id), made])
    return made
  }
  return useChange(create, { refresh: refreshTags })
}

type TagChange = { tagId: number; name?: string; appearance?: string }

export const useUpdateTag = (source: TagSource) =>
  useChange(
    (body: TagChange) =>
      'fileId' in source
        ? call('updateTag', { params: source, body })
        : call('updateFolderTag', { params: source, body }),
    { refresh: refreshTags },
  )

export const useDeleteTag = (source: TagSource, done: string) =>
  useChange(
    (tagId: number) =>
      'fileId' in source
        ? call('deleteTag', { params: source, query: { tagId } })
        : call('deleteFolderTag', { params: source, query: { tagId } }),
    { done, refresh: refreshTags },
  )

export const useCreateCategory = () =>
  useChange((name: string) => call('createTagCategory', { body: { name } }), { refresh: refreshTags })

export const useRenameCategory = (categoryId: number) =>
  useChange((name: string) => call('renameTagCategory', { params: { categoryId }, body: { name } }), {
    refresh: refreshTags,
  })

export const useDeleteCategory = (categoryId: number) =>
  useChange(() => call('deleteTagCategory', { params: { categoryId } }), { refresh: refreshTags })

const moves = new MoveQueue(({ from, to }) =>
  call(
    'moveTag',
    {
      body: {
        src_category_id: from.category,
        src_tag_index: from.index,
        des_category_id: to.category,
        des_tag_index: to.index,
      },
    },
    { keepalive: true },
  ),
)

/**
 * Moves a tag: optimistically on the page, then on the server, one move at a time in order, even if the page unloads.
 * If a move fails, the list is reloaded.
 */
export function useMoveTag() {
  const client = useQueryClient()
  useEffect(() => {
    globalThis.addEventListener('pagehide', moves.flush)
    return () => globalThis.removeEventListener('pagehide', moves.flush)
  }, [])
  return useMutation({
    mutationKey: MOVES,
    mutationFn: (move: TagMove) => moves.push(move),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => (client.isMutating({ mutationKey: MOVES }) === 1 ? refreshTags(client) : undefined),
  })
}

/** Shows a move before the server confirms it. Cancels a running reload, which would revert it. */
export function showMove(client: QueryClient, from: TagPosition, to: TagPosition): void {
  void client.cancelQueries({ queryKey: tagsQuery.queryKey }, { revert: false, silent: true })
  client.setQueryData(tagsQuery.queryKey, (tags) => tags && moveTag(tags, from, to))
}
