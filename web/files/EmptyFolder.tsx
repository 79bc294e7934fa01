import type { Project } from '@kaiwa/contract/workspace.ts'
import { IconFolderOpen, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useIsTouched } from '../ui/use-is-touched.ts'

interface Props {
  project: Project
  query: string
  children: ReactNode
}

/**
 * Shown for an empty list. The suggested next step depends on the folder and the user's permissions; `children` is its
 * button.
 */
export function EmptyFolder({ project, query, children }: Props) {
  const { t } = useTranslation('workspace')
  const isTouched = useIsTouched()
  const icon = <IconFolderOpen size={36} stroke={1.25} aria-hidden="true" />
  if (query !== '')
    return (
      <EmptyState
        icon={<IconSearch size={36} stroke={1.25} aria-hidden="true" />}
        title={t('noHitsTitle')}
        text={t('noHitsText', { query })}
      />
    )
  if (project.is_root_item && project.can.create_folder)
    return (
      <EmptyState icon={icon} title={t('emptyRootTitle')} text={t('emptyRootText')}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={icon}
      title={t('emptyFolderTitle')}
      text={t(project.can.upload ? (isTouched ? 'emptyFolderChooseText' : 'emptyFolderText') : 'emptyViewerText')}
    >
      {children}
    </EmptyState>
  )
}
