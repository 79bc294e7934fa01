import type { TagCategory } from '@kaiwa/contract/tags.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import { useDeleteCategory, useRenameCategory } from './use-tag-changes.ts'

/** Renames or deletes a category. Deleting asks first, because its tags are deleted too (TAG-32). */
export function CategoryMenu({ category, count }: { category: TagCategory; count: number }) {
  const { t } = useTranslation('tags')
  const { t: common } = useTranslation()
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const rename = useRenameCategory(category.id)
  const remove = useDeleteCategory(category.id)
  const close = () => setOpen(null)
  const { name } = category
  return (
    <>
      <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('categoryMenu', { name })}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={() => setOpen('rename')}>
            {t('renameCategory')}
          </Menu.Item>
          <Menu.Item
            color="var(--kaiwa-bad)"
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            onClick={() => setOpen('delete')}
          >
            {t('deleteCategory')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={open === 'rename'}
        title={t('renameCategory')}
        label={t('categoryName')}
        submitLabel={common('save')}
        initial={name}
        onSubmit={(next) => rename.mutateAsync(next)}
        onClose={close}
      />
      <ConfirmDialog
        opened={open === 'delete'}
        danger
        title={t('deleteCategoryTitle')}
        text={t('deleteCategoryText', { name, count })}
        confirmLabel={common('delete')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
        onClose={close}
      />
    </>
  )
}
