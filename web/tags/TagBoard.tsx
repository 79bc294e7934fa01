import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NameDialog } from '../ui/NameDialog.tsx'
import { CategoryMenu } from './CategoryMenu.tsx'
import { MoveHandle } from './MoveHandle.tsx'
import { type TagSource, useCreateCategory, useCreateTag } from './use-tag-changes.ts'
import { Swatch } from './Swatch.tsx'
import styles from './TagBoard.module.css'
import { TagMenu } from './TagMenu.tsx'
import { shownCount } from './tag-usage.ts'
import type { TagCounts } from './tag-usage.ts'
import { useTagMoves } from './use-tag-moves.ts'

/** Called when a tag is dropped before an index of a category, or at its end (null). */
type Drop = (tag: Tag, category: number, before: number | null) => void

/** Drag and drop of tags: props for draggable tags and for drop targets. */
function useDrag(onDrop: Drop) {
  const [dragged, setDragged] = useState<Tag | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const stop = () => {
    setDragged(null)
    setOver(null)
  }
  return {
    source: (tag: Tag) => ({ draggable: true, onDragStart: () => setDragged(tag), onDragEnd: stop }),
    dropTarget: (category: number, before: number | null) => {
      const key = `${category} ${before ?? ''}`
      return {
        'data-over': over === key || undefined,
        onDragOver: (event: DragEvent) => {
          if (!dragged) return
          event.preventDefault()
          event.stopPropagation()
          setOver(key)
        },
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          event.stopPropagation()
          if (dragged) onDrop(dragged, category, before)
          stop()
        },
      }
    },
  }
}

interface Props {
  source: TagSource
  tags: readonly Tag[]
  categories: readonly TagCategory[]
  counts: TagCounts
  /** Text for the number of uses of a tag as it is shown. */
  usedText: (shown: string) => string
  /** True when the user may edit the file or folder. Permissions per tag are in the tag's data. */
  canEdit: boolean
}

/** The open name dialog: for a new category, or for a new tag in the category with this id. */
type Asking = 'category' | number | null

/** The workspace's categories and tags, with actions to create, rename, colour, move and delete them. */
export function TagBoard({ source, tags, categories, counts, usedText, canEdit }: Props) {
  const { t } = useTranslation('tags')
  const hintId = useId()
  const [asking, setAsking] = useState<Asking>(null)
  const createCategory = useCreateCategory()
  const createTag = useCreateTag(source)
  const { announcement, step, drop } = useTagMoves(tags, categories)
  const { source: dragged, dropTarget } = useDrag(drop)
  const canEditCategories = canEdit && categories.every(({ can }) => can.edit)

  const row = (tag: Tag, index: number) => {
    const count = counts.get(tag.id) ?? 0
    return (
      <li key={tag.id}>
        <div
          className={styles.row}
          {...(canEditCategories ? dragged(tag) : {})}
          {...dropTarget(tag.tag_category_id, index)}
        >
          {canEditCategories && (
            <MoveHandle
              tag={tag}
              categories={categories}
              hintId={hintId}
              onStep={(by) => step(tag, by)}
              onMoveTo={(to) => drop(tag, to, null)}
            />
          )}
          <Swatch colour={tag.appearance} />
          <span className={styles.name} title={tag.name}>
            {tag.name}
          </span>
          {count > 0 && <span className={styles.used}>{usedText(shownCount(count))}</span>}
          {canEdit && tag.can.edit && <TagMenu source={source} tag={tag} />}
        </div>
      </li>
    )
  }

  return (
    <>
      <p id={hintId} hidden>
        {t('moveHint')}
      </p>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
      {categories.length === 0 && <p className={styles.empty}>{t('noCategories')}</p>}
      {categories.map(({ id, name, ...category }) => {
        const own = tags.filter(({ tag_category_id }) => tag_category_id === id)
        return (
          <section key={id} className={styles.category} aria-label={name} {...dropTarget(id, null)}>
            <div className={styles.head}>
              <h3 className={styles.title}>{name}</h3>
              {canEditCategories && <CategoryMenu category={{ id, name, ...category }} count={own.length} />}
            </div>
            {own.length === 0 && <p className={styles.empty}>{t('emptyCategory')}</p>}
            <ul className={styles.list}>{own.map(row)}</ul>
            {canEdit && (
              <Button
                variant="subtle"
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden="true" />}
                aria-label={`${t('newTag')}: ${name}`}
                onClick={() => setAsking(id)}
              >
                {t('newTag')}
              </Button>
            )}
          </section>
        )
      })}
      {canEditCategories && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setAsking('category')}
        >
          {t('newCategory')}
        </Button>
      )}
      <NameDialog
        opened={asking !== null}
        title={asking === 'category' ? t('newCategory') : t('newTag')}
        label={asking === 'category' ? t('categoryName') : t('name')}
        submitLabel={t('add')}
        onSubmit={(name) =>
          asking === 'category'
            ? createCategory.mutateAsync(name)
            : createTag.mutateAsync({ name, ...(asking === null ? {} : { tag_category_id: asking }) })
        }
        onClose={() => setAsking(null)}
      />
    </>
  )
}
