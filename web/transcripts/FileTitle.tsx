import { ActionIcon, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FilePage.module.css'
import { useRenameFile } from './queries.ts'
import type { FileDetail } from './queries.ts'

const NameDialog = lazy(async () => ({ default: (await import('../ui/NameDialog.tsx')).NameDialog }))

/** Title of the file, with a rename button for users who may rename it (FILE-07). */
export function FileTitle({ file }: { file: FileDetail }) {
  const { t } = useTranslation('workspace')
  const rename = useRenameFile(file.project_id, file.id, t('fileUpdated'))
  const [renaming, setRenaming] = useState(false)
  return (
    <>
      <Title order={1} className={styles.title} title={file.title}>
        {file.title}
      </Title>
      {file.can.rename && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('renameFileTitle')}
          title={t('renameFileTitle')}
          onClick={() => setRenaming(true)}
        >
          <IconPencil aria-hidden size={18} />
        </ActionIcon>
      )}
      {renaming && (
        <Suspense>
          <NameDialog
            opened
            title={t('renameFileTitle')}
            label={t('fileName')}
            submitLabel={t('rename')}
            initial={file.title}
            onSubmit={(name) => rename.mutateAsync(name)}
            onClose={() => setRenaming(false)}
          />
        </Suspense>
      )}
    </>
  )
}
