import { PRODUCT_NAMES } from '@kaiwa/contract/product-names.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { NativeSelect } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/call.ts'
import { useTree } from '../../platform/tree-query.ts'
import { refreshTree } from '../../tree/queries.ts'
import { useIsTouched } from '../../ui/use-is-touched.ts'
import { lastFolders } from '../../uploads/last-folders.ts'
import { UploadArea } from '../../uploads/UploadArea.tsx'
import { type Choice, folderChoices } from './folder-choices.ts'
import styles from './Home.module.css'

const NEW = 'recordings'

/** The folder choice of an upload: the last used one, or the new folder 'Recordings' of the root. */
export function useFolderChoice(choices: readonly Choice[], canCreate: boolean) {
  const { t } = useTranslation('home')
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const hasRecordings = choices.some(({ label }) => Object.values<string>(PRODUCT_NAMES.recordings).includes(label))
  const used = lastFolders()
  const options = choices.map(({ id, label }) => ({ value: String(id), label }))
  const created = canCreate && !hasRecordings ? [{ value: NEW, label: t('recordings') }] : []
  // Before the first upload, the new folder needs no thought.
  const data = choices.some(({ id }) => used.includes(id)) ? [...options, ...created] : [...created, ...options]
  const value = data.find((option) => option.value === chosen)?.value ?? data[0]?.value ?? ''
  return {
    field: (
      <NativeSelect
        label={t('folder')}
        mb="md"
        value={value}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={data}
      />
    ),
    open: async () => {
      if (value !== NEW) return Number(value)
      const { resource_id: id } = await call('openRecordings')
      void refreshTree(client)
      return id
    },
  }
}

interface Props {
  project: Project
  /** The area that accepts dropped files: the home and the table below it. */
  surface: HTMLElement | null
  /** The home, with the box that asks for recordings, and its button; false for readers who may not upload anywhere. */
  children: (box: ReactNode, button: ReactNode) => ReactNode
}

/** Accepts recordings that are dropped on the home. The dialog asks for their folder. */
export function HomeUpload({ project, surface, children }: Props) {
  const { t } = useTranslation('home')
  const { all_items: items } = useTree()
  const choices = folderChoices(items, lastFolders())
  const canCreate = project.can.create_folder
  const canUpload = canCreate || choices.length > 0
  const folder = useFolderChoice(choices, canCreate)
  const isTouched = useIsTouched()
  return (
    <UploadArea folder={folder} canUpload={canUpload} surface={surface}>
      {(uploadButton) =>
        children(
          canUpload && (
            <section className={styles.drop} aria-label={t('drop')}>
              <IconUpload size={22} stroke={1.5} aria-hidden="true" />
              <div className={styles.dropText}>
                <strong>{t('drop')}</strong>
                <p className={styles.quiet}>{t(isTouched ? 'chooseText' : 'dropText')}</p>
              </div>
              {uploadButton({ variant: 'light' })}
            </section>
          ),
          uploadButton({ variant: 'light' }),
        )
      }
    </UploadArea>
  )
}
