import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { Tag, TagCategory } from '@kaiwa/contract/tags.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { handleId } from './use-tag-moves.ts'

interface Props {
  tag: Tag
  categories: readonly TagCategory[]
  /** Id of the element with the keyboard instructions. */
  hintId: string
  onStep: (by: 1 | -1) => void
  onMoveTo: (category: number) => void
}

/** Moves a tag with the arrow keys, or with its menu for touch users. */
export function MoveHandle({ tag, categories, hintId, onStep, onMoveTo }: Props) {
  const { t } = useTranslation('tags')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isCompositionKey(event.nativeEvent) || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onStep(event.key === 'ArrowDown' ? 1 : -1)
  }
  const others = categories.filter((category) => category.id !== tag.tag_category_id)
  return (
    <Menu position="bottom-start" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          data-tag-handle={handleId(tag)}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('move', { name: tag.name })}
          aria-describedby={hintId}
          title={t('move', { name: tag.name })}
          onKeyDown={handleKeyDown}
        >
          <IconGripVertical size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden="true" />} onClick={() => onStep(-1)}>
          {t('moveUp')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden="true" />} onClick={() => onStep(1)}>
          {t('moveDown')}
        </Menu.Item>
        {others.map(({ id: category, name }) => (
          <Menu.Item key={category} onClick={() => onMoveTo(category)}>
            {t('moveTo', { name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
