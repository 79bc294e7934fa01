import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropPosition, neighbourPosition, positionOfTag } from './tag-positions.ts'
import type { TagPosition } from './tag-positions.ts'
import { showMove, useMoveTag } from './use-tag-changes.ts'

/** Name of a tag's handle; it differs by category. */
export function handleId({ id, tag_category_id }: Tag): string {
  return `${tag_category_id} ${id}`
}

/** Moves tags of the board by drag, keys or menu. `announcement` describes the last move for screen readers. */
export function useTagMoves(tags: readonly Tag[], categories: readonly TagCategory[]) {
  const { t } = useTranslation('tags')
  const client = useQueryClient()
  const { mutate } = useMoveTag()
  const [announcement, setAnnouncement] = useState('')
  const moved = useRef<string | null>(null)
  // A move to another category renders a new handle, which must get the focus.
  useLayoutEffect(() => {
    const handle = moved.current && document.querySelector<HTMLElement>(`[data-tag-handle="${moved.current}"]`)
    if (!handle) return
    handle.focus()
    moved.current = null
  })

  const move = (tag: Tag, to: TagPosition) => {
    const from = positionOfTag(tags, tag)
    if (from.category === to.category && from.index === to.index) return
    showMove(client, from, to)
    mutate({ from, to })
    const category = categories.find(({ id }) => id === to.category)?.name ?? ''
    const others = tags.filter((one) => one.tag_category_id === to.category && one !== tag).length
    setAnnouncement(t('moved', { name: tag.name, category, place: Math.min(to.index, others) + 1 }))
    moved.current = handleId({ ...tag, tag_category_id: to.category })
  }
  return {
    announcement,
    step: (tag: Tag, by: 1 | -1) => {
      const to = neighbourPosition(categories, tags, positionOfTag(tags, tag), by)
      if (to) move(tag, to)
    },
    /** Before index `before`; null: at the end. */
    drop: (tag: Tag, category: number, before: number | null) =>
      move(tag, dropPosition(positionOfTag(tags, tag), category, before)),
  }
}
