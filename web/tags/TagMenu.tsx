import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { Tag } from '@kaiwa/contract/tags.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closesOnEscape } from '../ui/closes-on-escape.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { isTooLong } from './tag-search.ts'
import { type TagSource, useDeleteTag, useUpdateTag } from './use-tag-changes.ts'
import styles from './TagMenu.module.css'
import { COLOURS } from './colours.ts'

interface TagColoursProps {
  name: string
  colour: string
  onChoose: (colour: string) => void
}

/** The eight tag colours (TAG-21) as a group of radio buttons. A custom colour selects no button. */
function TagColours({ name, colour, onChoose }: TagColoursProps) {
  const { t } = useTranslation('tags')
  return (
    <fieldset className={styles.colours}>
      <legend className={styles.legend}>{t('colour')}</legend>
      {COLOURS.map(({ key, value }) => (
        <input
          key={key}
          type="radio"
          name={name}
          className={styles.colour}
          style={{ background: value }}
          aria-label={t(`colours.${key}`)}
          title={t(`colours.${key}`)}
          checked={colour.toUpperCase() === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </fieldset>
  )
}

interface Props {
  source: TagSource
  tag: Tag
}

function TagForm({ source, tag, onDelete, onClose }: Props & { onDelete: () => void; onClose: () => void }) {
  const { t } = useTranslation('tags')
  const update = useUpdateTag(source)
  const group = useId()
  const [name, setName] = useState(tag.name)
  const isWrong = isTooLong(name)
  const save = () => {
    const trimmed = name.trim()
    // A colour that is being saved does not hold back a new name.
    if (isWrong || trimmed === '' || (update.isPending && update.variables.name !== undefined)) return
    if (trimmed === tag.name) onClose()
    else update.mutate({ tagId: tag.id, name: trimmed }, { onSuccess: onClose })
  }
  return (
    <div className={styles.form}>
      <TextInput
        size="xs"
        label={t('name')}
        data-autofocus
        autoComplete="off"
        value={name}
        error={isWrong && t('tooLong', { max: LIMITS.tagNameLength })}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The Enter that ends a conversion does not save (TAG-23).
          if (event.key === 'Enter' && !isCompositionKey(event.nativeEvent)) save()
        }}
      />
      <TagColours
        name={group}
        colour={update.isPending ? (update.variables.appearance ?? tag.appearance) : tag.appearance}
        onChoose={(appearance) => update.mutate({ tagId: tag.id, appearance })}
      />
      <Button
        variant="subtle"
        c="var(--kaiwa-bad)"
        size="xs"
        justify="flex-start"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={onDelete}
      >
        {t('delete')}
      </Button>
    </div>
  )
}

/** Name, colour and deletion of a tag (TAG-11, TAG-21…23). */
export function TagMenu({ source, tag }: Props) {
  const { t } = useTranslation('tags')
  const { t: common } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [asking, setAsking] = useState(false)
  const remove = useDeleteTag(source, t('deleted'))
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        shadow="md"
        width={260}
        trapFocus
        returnFocus
        closeOnEscape={false}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('menu', { name: tag.name })}
            title={t('menu', { name: tag.name })}
            onClick={() => setOpened(!opened)}
          >
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="xs" onKeyDown={closesOnEscape(() => setOpened(false))}>
          <TagForm
            source={source}
            tag={tag}
            onClose={() => setOpened(false)}
            onDelete={() => {
              setOpened(false)
              setAsking(true)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <ConfirmDialog
        opened={asking}
        danger
        title={t('deleteTitle')}
        text={t('deleteText', { name: tag.name })}
        confirmLabel={common('delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(tag.id, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
