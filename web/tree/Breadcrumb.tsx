import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { ActionIcon, Anchor, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { nameRule } from '../ui/form/rules.ts'
import styles from './Breadcrumb.module.css'
import { useRenameFolder } from './use-folder-changes.ts'

function NameEditor({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('workspace')
  const common = useTranslation().t
  const rename = useRenameFolder(project.item_id)
  const [name, setName] = useState(project.name)
  const problem = nameRule(name)
  const save = (): void => {
    if (problem) return
    if (name.trim() === project.name) {
      onDone()
      return
    }
    rename.mutate({ name: name.trim() }, { onSuccess: onDone })
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    // During a conversion, Enter and Escape belong to the input method.
    if (isCompositionKey(event.nativeEvent)) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') onDone()
  }
  return (
    <TextInput
      aria-label={t('folderName')}
      value={name}
      error={problem && common(problem.key, { label: t('folderName'), ...problem.values })}
      disabled={rename.isPending}
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => (problem ? onDone() : save())}
      onFocus={(event) => event.currentTarget.select()}
      ref={(input) => input?.focus()}
      maxLength={200}
    />
  )
}

/** The path from the root to this folder. Users with permission can rename the current folder (WS-15, WS-35). */
export function Breadcrumb({ project }: { project: Project }) {
  const { t } = useTranslation('workspace')
  const [isEditing, setIsEditing] = useState(false)
  const above = project.breadcrumb.slice(0, -1)
  return (
    <nav aria-label={t('breadcrumb')} className={styles.path}>
      <ol>
        {above.map(({ id, name }) => (
          <li key={id} className={styles.above}>
            <Anchor component={Link} to={`/projects/${id}`} c="dimmed" title={name}>
              {name}
            </Anchor>
          </li>
        ))}
        <li className={styles.current}>
          {isEditing ? (
            <NameEditor key={project.id} project={project} onDone={() => setIsEditing(false)} />
          ) : (
            <>
              <h1 title={project.name}>{project.name}</h1>
              {project.can.rename && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('renameHere')}
                  title={t('renameHere')}
                  onClick={() => setIsEditing(true)}
                >
                  <IconPencil size={16} aria-hidden="true" />
                </ActionIcon>
              )}
            </>
          )}
        </li>
      </ol>
    </nav>
  )
}
