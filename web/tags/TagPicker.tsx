import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { Tag } from '@kaiwa/contract/tags.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Box, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupTags, isNewName, isTooLong, withAppliedFirst } from './tag-search.ts'
import { useTagCategories, useTags } from './queries.ts'
import { TagOption } from './TagOption.tsx'
import styles from './Tags.module.css'
import type { Tick } from './ticks.ts'

/**
 * The option of a list that is active by keyboard while the focus stays in the search box: an id of `options`. With a
 * search text it is the first one; without one, none.
 */
function useActiveOption(options: readonly string[], search: string) {
  const [chosen, setChosen] = useState<{ search: string; id: string } | null>(null)
  const kept = chosen?.search === search && options.includes(chosen.id) ? chosen.id : null
  const active = kept ?? (search.trim() === '' ? null : (options[0] ?? null))
  useEffect(() => {
    if (kept !== null) document.querySelector(`#${CSS.escape(kept)}`)?.scrollIntoView({ block: 'nearest' })
  }, [kept])
  const move = (by: 1 | -1): void => {
    const at = active === null ? (by === 1 ? -1 : 0) : options.indexOf(active)
    const id = options[(at + by + options.length) % options.length]
    if (id !== undefined) setChosen({ search, id })
  }
  return { active, move }
}

interface Props {
  ticks: ReadonlyMap<number, Tick>
  /** Tags with a running request. */
  busy: ReadonlySet<number>
  onToggle: (tag: Tag, tick: Tick) => void
  /** Without a category the first one is used. */
  onCreate: (name: string, category?: number) => void
}

/** Searches tags to tick or untick, and creates a tag from the typed text (TAG-14…18). */
export function TagPicker({ ticks, busy, onToggle, onCreate }: Props) {
  const { t } = useTranslation('tags')
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosenCategory, setChosenCategory] = useState<number | null>(null)
  const { data: tags, isPending: isLoading } = useTags()
  const { data: categories = [], isPending: isGrouping } = useTagCategories()
  // Tags are listed by category.
  const isPending = isLoading || isGrouping
  const known = tags ?? []
  const [applied] = useState(() => new Set(ticks.keys()))
  const groups = withAppliedFirst(groupTags(categories, known, typed), applied)
  const tooLong = isTooLong(typed)
  const offersNew = tags !== undefined && !tooLong && isNewName(known, typed)
  const category = chosenCategory ?? categories[0]?.id

  const idOf = (tag: Tag) => `${listId}-${tag.id}`
  const newId = `${listId}-new`
  const shown = groups.flatMap((group) => group.tags)
  const { active, move } = useActiveOption([...shown.map(idOf), ...(offersNew ? [newId] : [])], typed)

  const toggle = (tag: Tag) => busy.has(tag.id) || onToggle(tag, ticks.get(tag.id) ?? 'off')
  const create = () => {
    onCreate(typed.trim(), category)
    setTyped('')
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends a conversion selects nothing.
    if (isCompositionKey(event.nativeEvent)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const tag = shown.find((one) => idOf(one) === active)
      if (tag) toggle(tag)
      else if (active === newId) create()
    }
  }

  return (
    <div className={styles.picker}>
      <TextInput
        size="xs"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active ?? undefined}
        aria-label={t('findOrCreate')}
        placeholder={t('findOrCreate')}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        autoComplete="off"
        value={typed}
        error={tooLong && t('tooLong', { max: LIMITS.tagNameLength })}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      {/* A press does not move the focus, so the selection is kept. */}
      <Box
        id={listId}
        className={styles.options}
        role="listbox"
        aria-label={t('list')}
        aria-multiselectable
        aria-busy={isPending}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <Box key={group.category?.id ?? 0} role="group" aria-label={group.category?.name ?? t('applied')}>
            <div className={styles.optionGroup} role="presentation" title={group.category?.name}>
              {group.category?.name ?? t('applied')}
            </div>
            {group.tags.map((tag) => (
              <TagOption
                key={tag.id}
                id={idOf(tag)}
                tag={tag}
                tick={ticks.get(tag.id) ?? 'off'}
                isActive={active === idOf(tag)}
                isBusy={busy.has(tag.id)}
                onPress={() => toggle(tag)}
              />
            ))}
          </Box>
        ))}
        {offersNew && (
          <UnstyledButton
            tabIndex={-1}
            id={newId}
            role="option"
            aria-selected={false}
            className={styles.option}
            data-active={active === newId || undefined}
            title={typed.trim()}
            onClick={create}
          >
            <IconPlus size={16} aria-hidden="true" />
            <span className={styles.optionName}>{t('create', { name: typed.trim() })}</span>
          </UnstyledButton>
        )}
      </Box>
      {!isPending && shown.length === 0 && !offersNew && (
        <p className={styles.hint}>{t(known.length === 0 ? 'noTags' : 'noMatch')}</p>
      )}
      {offersNew && categories.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('createIn')}
          value={String(category)}
          data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => setChosenCategory(Number(event.currentTarget.value))}
        />
      )}
    </div>
  )
}
