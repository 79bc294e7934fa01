// Creates, changes, moves and deletes tags and categories. Apart from the queries, because reading a transcript needs no
// changes.
import type { Tag } from '@kaiwa/contract/tags.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../platform/call.ts'
import { reportFailure } from '../platform/error-text.ts'
import { useChange } from '../platform/use-change.ts'
import { MoveQueue } from './move-queue.ts'
import type { TagMove } from './move-queue.ts'
import { MOVES, refreshTags, tagsQuery } from './queries.ts'
import { moveTag } from './tag-positions.ts'
import type { TagPosition } from './tag-positions.ts'

/** The file or folder in which the user creates and changes tags. */
export type TagSource = { fileId: number } | { projectId: number }

interface NewTag {
  name: string
  tag_category_id?: number
}

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

interface TagChange {
  tagId: number
  name?: string
  appearance?: string
}

export function useUpdateTag(source: TagSource) {
  return useChange(
    (body: TagChange) =>
      'fileId' in source
        ? call('updateTag', { params: source, body })
        : call('updateFolderTag', { params: source, body }),
    { refresh: refreshTags },
  )
}

export function useDeleteTag(source: TagSource, done: string) {
  return useChange(
    (tagId: number) =>
      'fileId' in source
        ? call('deleteTag', { params: source, query: { tagId } })
        : call('deleteFolderTag', { params: source, query: { tagId } }),
    { done, refresh: refreshTags },
  )
}

export function useCreateCategory() {
  return useChange((name: string) => call('createTagCategory', { body: { name } }), { refresh: refreshTags })
}

export function useRenameCategory(categoryId: number) {
  return useChange((name: string) => call('renameTagCategory', { params: { categoryId }, body: { name } }), {
    refresh: refreshTags,
  })
}

export function useDeleteCategory(categoryId: number) {
  return useChange(() => call('deleteTagCategory', { params: { categoryId } }), { refresh: refreshTags })
}

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
    onError: (error) => reportFailure(error),
    onSettled: () => (client.isMutating({ mutationKey: MOVES }) === 1 ? refreshTags(client) : undefined),
  })
}

/** Shows a move before the server confirms it. Cancels a running reload, which would revert it. */
export function showMove(client: QueryClient, from: TagPosition, to: TagPosition): void {
  void client.cancelQueries({ queryKey: tagsQuery.queryKey }, { revert: false, silent: true })
  client.setQueryData(tagsQuery.queryKey, (tags) => tags && moveTag(tags, from, to))
}
